// Calls the worker, and returns promises of its answers.

const start = new URL('worker.js', import.meta.url).href;

/** The worker is created from a blob, so that it inherits the policy of the page. */
function create() {
  const source = `import ${JSON.stringify(start)};`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return new Worker(url, { type: 'module' });
}

/** The error of work that was stopped. */
export class Stopped extends Error {}

const NOT_LOADED =
  'the script of the worker could not be loaded (reload the page, or use a browser with module workers)';

export class Client {
  /** The worker; `undefined` after it was stopped or failed. The next call creates another. */
  #worker;
  #waiting = new Map();
  #next = 0;
  /** The calls that wait until the worker is ready; `undefined` afterwards. */
  #early;

  constructor() {
    this.#start();
  }

  #start() {
    this.#early = [];
    this.#worker = create();
    this.#worker.onmessage = ({ data }) => {
      if (data.isReady) {
        for (const call of this.#early ?? []) this.#worker.postMessage(call);
        this.#early = undefined;
        return;
      }
      const call = this.#waiting.get(data.id);
      if (!call) return;
      if (data.progress !== undefined) {
        call.onProgress?.(data.progress);
        return;
      }
      this.#waiting.delete(data.id);
      if (data.error === undefined) {
        call.resolve(data.result);
      } else {
        call.reject(new Error(data.error));
        // A worker never loads a module again.
        if (data.isFatal) this.#end(new Error(data.error));
      }
    };
    this.#worker.onerror = (event) => {
      this.#end(new Error(event.message || (this.#early ? NOT_LOADED : 'the worker failed')));
    };
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Calls the function `name` of the worker. */
  call(name, options, onProgress) {
    if (!this.#worker) this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      const call = { id, name, options };
      // Messages that a module gets before it runs are lost.
      if (this.#early) this.#early.push(call);
      else this.#worker.postMessage(call);
    });
  }

  /** Stops all work at once: the worker ends. */
  stop() {
    this.#end(new Stopped('stopped'));
  }
}
