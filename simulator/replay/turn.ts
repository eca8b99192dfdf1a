/** A queue in which one task runs at a time, in the order they came. */
export type Turns = { take<T>(task: () => Promise<T>): Promise<T> };

/** Makes an empty queue; a task that fails does not stop the next. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(task) {
      const mine = last.then(task, task);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
