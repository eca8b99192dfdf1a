import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { authorization, call } from '@boyun/kernel/web';
import { reportCrash } from '@boyun/system/contract';

/** Maximum number of errors reported per page load, and the time during which a repeated error is not reported. */
const MAX_REPORTS = 20;
const SAME_MS = 60_000;
const MESSAGE_LENGTH = 1000;
const STACK_LENGTH = 8000;

/** Browser messages that do not indicate a fault. */
const HARMLESS = /ResizeObserver loop|^Script error\.?$|AbortError/;

/** Returns a filter of errors to report: a limited number, none twice within a minute, none during reporting. */
export function makeCrashFilter(now: () => number): (message: string) => boolean {
  const last = new Map<string, number>();
  let reportedCount = 0;
  return (message) => {
    const at = now();
    const isSame = at - (last.get(message) ?? Number.NEGATIVE_INFINITY) < SAME_MS;
    if (HARMLESS.test(message) || isSame || reportedCount >= MAX_REPORTS) return false;
    last.set(message, at);
    reportedCount += 1;
    return true;
  };
}

/** Returns the stack of an error and its cause: React wraps errors it could recover from. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = stackOf(error.cause);
  return [error.stack ?? error.message, ...(cause ? [`Caused by: ${cause}`] : [])].join('\n');
}

/** Reports unhandled errors of the page to our own server, until the returned function is called. */
export function watchCrashes(): () => void {
  const isNew = makeCrashFilter(() => performance.now());
  const report = (error: unknown) => {
    // A failed call was already handled, and the server knows of it.
    if ((error as { name?: string } | null)?.name === 'CallFailure' || !authorization()) return;
    const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
      0,
      MESSAGE_LENGTH,
    );
    if (!message || !isNew(message)) return;
    const crash = {
      message,
      stack: stackOf(error)?.slice(0, STACK_LENGTH) ?? null,
      page: (location.pathname + location.search).slice(0, 500),
      productVersion: PRODUCT_VERSION,
    };
    void call(reportCrash, crash, { isQuiet: true }).catch(() => undefined);
  };
  const listeners: Readonly<Record<string, (event: Event) => void>> = {
    error: (event) => report((event as ErrorEvent).error ?? (event as ErrorEvent).message),
    unhandledrejection: (event) => report((event as PromiseRejectionEvent).reason),
    'boyun:crash': (event) => report((event as CustomEvent<unknown>).detail),
  };
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
  };
}
