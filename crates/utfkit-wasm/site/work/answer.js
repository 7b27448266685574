// Answers the messages of the page in a worker. Each message calls one action, and can be stopped.

function messageOf({ name, message }) {
  if (['NotReadableError', 'NotFoundError'].includes(name)) {
    return 'the file cannot be read (if it has changed, choose it again)';
  }
  return String(message).replace(/^utfkit: /, '');
}

/**
 * Answers messages by `actions`. An action gets its options, a function that sends an event to the
 * page, and a signal that stops the action.
 */
export function answer(actions) {
  const running = new Map();
  addEventListener('message', async ({ data: { id, name, options, stop } }) => {
    if (stop !== undefined) {
      running.get(stop)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const emit = (event) => {
      if (!controller.signal.aborted) postMessage({ id, event });
    };
    try {
      const result = await actions[name](options ?? {}, emit, controller.signal);
      if (controller.signal.aborted) postMessage({ id, isStopped: true });
      else postMessage({ id, result });
    } catch (error) {
      if (controller.signal.aborted) postMessage({ id, isStopped: true });
      else postMessage({ id, error: messageOf(error), isFatal: error.isFatal });
    } finally {
      running.delete(id);
    }
  });
  postMessage({ isReady: true });
}
