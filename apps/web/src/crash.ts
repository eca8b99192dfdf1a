import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { authorization, call } from '@boyun/kernel/web';
import { reportCrash } from '@boyun/system/contract';

/** Most errors one page tells of, and how long an error like the one before is kept to itself. */
const MOST = 20;
const SAME_MS = 60_000;
const MESSAGE_LENGTH = 1000;
const STACK_LENGTH = 8000;

/** What the browser says without anything being broken. */
const HARMLESS = /ResizeObserver loop|^Script error\.?$|AbortError/;

/** Decides which errors are told: few of them, none twice within a minute, none while telling. */
export function makeCrashFilter(now: () => number): (message: string) => boolean {
  const last = new Map<string, number>();
  let told = 0;
  return (message) => {
    const at = now();
    const isSame = at - (last.get(message) ?? Number.NEGATIVE_INFINITY) < SAME_MS;
    if (HARMLESS.test(message) || isSame || told >= MOST) return false;
    last.set(message, at);
    told += 1;
    return true;
  };
}

/** Where an error was thrown, and what it was made of: React wraps what it could draw again from. */
export function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = stackOf(error.cause);
  return [error.stack ?? error.message, ...(cause ? [`Caused by: ${cause}`] : [])].join('\n');
}

/** Tells our own server of errors of the page that nobody handled, until the returned function is called. */
export function watchCrashes(): () => void {
  const isNew = makeCrashFilter(() => performance.now());
  const tell = (error: unknown) => {
    // A call that failed was told by its own means; the server knows of it.
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
    error: (event) => tell((event as ErrorEvent).error ?? (event as ErrorEvent).message),
    unhandledrejection: (event) => tell((event as PromiseRejectionEvent).reason),
    'boyun:crash': (event) => tell((event as CustomEvent<unknown>).detail),
  };
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
  };
}
