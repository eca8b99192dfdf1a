/** Space after the last tag of the tag bar, and around a tag that is scrolled into view (spec §9). */
export const TAG_MARGIN_PX = 55;
/** Space below the last entry of the sidebar, and around an entry that is scrolled into view (spec §9). */
export const SIDE_MARGIN_PX = 100;

/** A range of a scrolling strip along one axis, in pixels. */
interface Stretch {
  readonly start: number;
  readonly size: number;
}

/** Returns the position of a strip after a wheel event: between its start and the margin after its end. */
export function wheeled(position: number, delta: number, view: number, content: number, margin: number): number {
  const furthest = content > view ? content - view + margin : 0;
  return Math.max(0, Math.min(position + delta, furthest));
}

/** Returns the position at which an item is in view with its margin; the current one if it already is. */
export function revealing(view: Stretch, item: Stretch, margin: number): number {
  if (item.start - margin < view.start) return Math.max(0, item.start - margin);
  if (item.start + item.size + margin > view.start + view.size) return item.start + item.size + margin - view.size;
  return view.start;
}
