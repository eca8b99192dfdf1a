/** Draws one frame; returns false when it has nothing left to draw. */
export type FrameWork = (nowMs: number) => boolean;

const works = new Set<FrameWork>();
let isRunning = false;

function frame(nowMs: number): void {
  for (const work of works) if (!work(nowMs)) works.delete(work);
  isRunning = works.size > 0;
  if (isRunning) requestAnimationFrame(frame);
}

/** Adds work to the one animation loop of the window, which stops while there is none. Returns a function that removes it. */
export function onFrame(work: FrameWork): () => void {
  works.add(work);
  if (!isRunning) {
    isRunning = true;
    requestAnimationFrame(frame);
  }
  return () => works.delete(work);
}

/** Whether the reader asked for less motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
