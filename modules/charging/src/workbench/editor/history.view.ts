/** A value with its undo and redo history. */
export type History<T> = {
  readonly now: T;
  readonly past: readonly T[];
  readonly future: readonly T[];
  /** Topic of the last change; consecutive changes of the same topic are one step. */
  readonly topic: string | null;
};

const MOST_STEPS = 200;

/** Returns a new history. */
export function historyOf<T>(now: T): History<T> {
  return { now, past: [], future: [], topic: null };
}

/** Returns the history with a new value; consecutive changes of one topic are one undo step. */
export function changed<T>(history: History<T>, now: T, topic: string | null = null): History<T> {
  if (Object.is(now, history.now)) return history;
  const isSame = topic !== null && topic === history.topic && history.past.length > 0;
  const past = isSame ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { now, past, future: [], topic };
}

/** Undoes the last step. */
export function undone<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { now: last, past: history.past.slice(0, -1), future: [history.now, ...history.future], topic: null };
}

/** Redoes the step undone last. */
export function redone<T>(history: History<T>): History<T> {
  const next = history.future[0];
  if (next === undefined) return history;
  return { now: next, past: [...history.past, history.now], future: history.future.slice(1), topic: null };
}
