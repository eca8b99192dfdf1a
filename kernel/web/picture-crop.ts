/** A rectangle in a picture, in pixels. */
export interface PictureBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Width by height of the window that shows a plate. */
const ASPECT = 16 / 5;
/** How much of the picture around the plate is shown with it. */
const ROOM = { wide: 1.5, high: 1.9 };

/**
 * The style that places a picture in a window of 16:5 so that it shows the box with some room around it, never beyond the picture; null
 * when the box is not within the picture.
 */
export function cropStyle(
  box: PictureBox,
  picture: { readonly width: number; readonly height: number },
): { width: string; left: string; top: string } | null {
  if (box.left >= box.right || box.top >= box.bottom) return null;
  if (box.right > picture.width || box.bottom > picture.height) return null;
  const wanted = Math.max((box.right - box.left) * ROOM.wide, (box.bottom - box.top) * ROOM.high * ASPECT);
  const width = Math.min(wanted, picture.width, picture.height * ASPECT);
  const height = width / ASPECT;
  const place = (middle: number, length: number, all: number) =>
    Math.min(Math.max(middle - length / 2, 0), all - length);
  const x = place((box.left + box.right) / 2, width, picture.width);
  const y = place((box.top + box.bottom) / 2, height, picture.height);
  const percent = (part: number, of: number) => `${Math.round((part / of) * 10_000) / 100}%`;
  return { width: percent(picture.width, width), left: percent(-x, width), top: percent(-y, height) };
}
