// Calls a worker, and returns promises of its answers.

/** The worker is created from a blob, so that it inherits the policy of the page. */
function create(script) {
  const address = new URL(script, import.meta.url).href;
  const url = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }),
  );
  return new Worker(url, { type: 'module' });
}

/** The error of work that was stopped. */
export class Stopped extends Error {}

const NOT_LOADED =
  'the script of the worker could not be loaded (reload the page, or use a browser with module workers)';

export class Client {
  #script;
  /** The worker; `undefined` after it failed. The next call creates another. */
  #worker;
  #waiting = new Map();
  #next = 0;
  /** The calls that wait until the worker is ready; `undefined` afterwards. */
  #early;

  constructor(script) {
    this.#script = script;
    this.#start();
  }

  #start() {
    this.#early = [];
    this.#worker = create(this.#script);
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => {
      this.#end(new Error(event.message || (this.#early ? NOT_LOADED : 'the worker failed')));
    };
  }

  #take(data) {
    if (data.isReady) {
      for (const call of this.#early ?? []) this.#worker.postMessage(call);
      this.#early = undefined;
      return;
    }
    const call = this.#waiting.get(data.id);
    if (!call) return;
    if (data.event !== undefined) {
      call.onEvent?.(data.event);
      return;
    }
    this.#waiting.delete(data.id);
    if (data.isStopped) call.reject(new Stopped('stopped'));
    else if (data.error === undefined) call.resolve(data.result);
    else {
      call.reject(new Error(data.error));
      // A worker never loads a module again.
      if (data.isFatal) this.#end(new Error(data.error));
    }
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Calls the function `name` of the worker. `onEvent` gets parts of the result, and `signal` stops it. */
  call(name, options, { onEvent, signal, transfer } = {}) {
    if (signal?.aborted) return Promise.reject(new Stopped('stopped'));
    if (!this.#worker) this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onEvent });
      const call = { id, name, options };
      // Messages that a module gets before it runs are lost.
      if (this.#early) this.#early.push(call);
      else this.#worker.postMessage(call, transfer);
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        reject(new Stopped('stopped'));
        if (this.#early) this.#early = this.#early.filter((one) => one !== call);
        else this.#worker?.postMessage({ stop: id });
      });
    });
  }
}
