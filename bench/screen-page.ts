// What runs in the page under measure: plain functions handed over as text, so nothing here may use anything outside them.

/** Collects the times between frames for some seconds. */
export function frameGaps(seconds: number): Promise<number[]> {
  return new Promise((resolve) => {
    const gaps: number[] = [];
    let last = performance.now();
    const end = last + seconds * 1000;
    const frame = (at: number) => {
      gaps.push(at - last);
      last = at;
      if (at < end) requestAnimationFrame(frame);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(frame);
  });
}

/** Makes what waits come sooner: screens that ask every five seconds and change every thirty live through hours in minutes. */
export function hastenTimers(times: number): void {
  const later = window.setTimeout.bind(window);
  window.setTimeout = ((work: () => void, ms = 0) => later(work, ms / times)) as typeof window.setTimeout;
}
