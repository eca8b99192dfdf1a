// What runs in the page under measure: plain functions handed over as text, so nothing here may use anything outside them.

/** What a measured page keeps about itself. */
export interface PageNotes {
  /** Milliseconds of the page's life when each awaited thing stood there painted. */
  readonly shownMs: Record<string, number>;
  readonly longTasks: { startMs: number; tookMs: number }[];
}

declare global {
  interface Window {
    boyunNotes: PageNotes;
  }
}

/** Notes when the things named are there and painted, and every long task. */
export function watchPage(awaited: Readonly<Record<string, { selector: string; least: number }>>): void {
  const notes: PageNotes = { shownMs: {}, longTasks: [] };
  window.boyunNotes = notes;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) notes.longTasks.push({ startMs: one.startTime, tookMs: one.duration });
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    for (const [name, { selector, least }] of Object.entries(awaited)) {
      if (name in notes.shownMs || document.querySelectorAll(selector).length < least) continue;
      notes.shownMs[name] = -1;
      // The frame after the next one begins when this one has been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          notes.shownMs[name] = performance.now();
        }),
      );
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Waits until the table has the height of the given number of rows; returns the milliseconds since the list's response. */
export async function untilRows(least: { body: string; pixels: number; path: string }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const body = () => document.querySelector<HTMLElement>(least.body);
  while ((body()?.offsetHeight ?? 0) < least.pixels) await frame();
  await frame();
  const answers = performance.getEntriesByType('resource').filter((one) => one.name.endsWith(least.path));
  return performance.now() - (answers.at(-1) as PerformanceResourceTiming).responseEnd;
}

/** Clicks a tab and waits until its page is painted; returns the milliseconds. */
export async function switchTab(of: { pane: string; tabs: string; title: string }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = () => [...document.querySelectorAll<HTMLElement>(of.pane)].find((one) => one.offsetParent);
  const before = shown();
  const tab = [...document.querySelectorAll<HTMLElement>(of.tabs)].find((one) => one.textContent === of.title)!;
  const start = performance.now();
  tab.click();
  while (shown() === before || !shown()) await frame();
  await frame();
  return performance.now() - start;
}

/** The files the page has loaded, as `/assets/index.js`. */
export function loadedFiles(): string[] {
  return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname);
}
