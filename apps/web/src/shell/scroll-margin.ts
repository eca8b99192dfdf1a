/** Room the tag bar leaves beside its last tag and beside the one brought into sight (spec §9). */
export const TAG_MARGIN_PX = 55;
/** Room the side bar leaves below its last entry and around the one brought into sight (spec §9). */
export const SIDE_MARGIN_PX = 100;

/** A stretch of a scrolled strip along one axis, in pixels. */
interface Stretch {
  readonly start: number;
  readonly size: number;
}

/** Where a strip stands after the wheel turned: never before its start, nor further than the margin behind its end. */
export function wheeled(position: number, delta: number, view: number, content: number, margin: number): number {
  const furthest = content > view ? content - view + margin : 0;
  return Math.max(0, Math.min(position + delta, furthest));
}

/** Where a strip has to stand for an item to be in sight with its margin; where it stands when it is. */
export function revealing(view: Stretch, item: Stretch, margin: number): number {
  if (item.start - margin < view.start) return Math.max(0, item.start - margin);
  if (item.start + item.size + margin > view.start + view.size) return item.start + item.size + margin - view.size;
  return view.start;
}
