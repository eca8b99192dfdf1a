import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { qrPath } from './qr-path.ts';

/** A code to be printed with what stands above and below it; the first line is the largest. */
export interface SheetCode {
  readonly address: string;
  readonly above: readonly string[];
  readonly below: readonly string[];
}

const MM = 72 / 25.4;
const A4 = { width: 210 * MM, height: 297 * MM };
/** Pixels of a drawn text for each point on paper: 300 dots an inch. */
const SHARPNESS = 300 / 72;
const INK = rgb(0, 0, 0);
const LINE = rgb(0.6, 0.6, 0.6);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How codes stand on a sheet: one that fills it, labels to be cut out, or slips to be handed out. */
const LAYOUT = {
  poster: { columns: 1, rows: 1 },
  label: { columns: 2, rows: 3 },
  slip: { columns: 3, rows: 5 },
} as const;
export type SheetStyle = keyof typeof LAYOUT;

/** Lines by their place: the top and height of each, in hundredths of a box. */
const ABOVE = [
  { top: 6, height: 10 },
  { top: 16, height: 5 },
] as const;
const BELOW = [
  { top: 81, height: 7 },
  { top: 89, height: 4.5 },
] as const;

/**
 * Draws codes on sheets of A4 as a PDF. Texts are drawn by the browser, which has a font for them, and codes as lines, which every printer
 * keeps sharp. Of the lines above and below at most two each are drawn.
 */
export async function drawSheets(
  codes: readonly SheetCode[],
  given: { readonly style: SheetStyle; readonly title: string; readonly onProgress?: (done: number) => void },
): Promise<Uint8Array<ArrayBuffer>> {
  const { columns, rows } = LAYOUT[given.style];
  const file = await PDFDocument.create();
  file.setTitle(given.title);
  const [width, height] = [A4.width / columns, A4.height / rows];
  let page: PDFPage | null = null;
  for (const [index, code] of codes.entries()) {
    const place = index % (columns * rows);
    if (place === 0) page = file.addPage([A4.width, A4.height]);
    const x = (place % columns) * width;
    const y = A4.height - (Math.floor(place / columns) + 1) * height;
    await drawCode(file, page!, { x, y, width, height }, code, given.style);
    if (place === 0) {
      given.onProgress?.(index);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return (await file.save()) as Uint8Array<ArrayBuffer>;
}

async function drawCode(file: PDFDocument, page: PDFPage, box: Box, code: SheetCode, style: SheetStyle): Promise<void> {
  const unit = box.height / 100;
  const side = Math.min(box.width * 0.72, unit * 56);
  const { path, size } = qrPath(code.address);
  if (style !== 'poster') page.drawRectangle({ ...inset(box, unit * 2), borderColor: LINE, borderWidth: 0.5 });
  const left = box.x + (box.width - side) / 2;
  page.drawSvgPath(path, { x: left, y: box.y + unit * 77, scale: side / size, color: INK, borderWidth: 0 });
  const lines = [
    ...ABOVE.map((at, index) => ({ at, text: code.above[index] })),
    ...BELOW.map((at, index) => ({ at, text: code.below[index] })),
  ];
  for (const { at, text } of lines) if (text) await drawText(file, page, box, text, at);
}

const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** Draws a line of text in the middle of a box; `top` and `height` are hundredths of its height. */
async function drawText(
  file: PDFDocument,
  page: PDFPage,
  box: Box,
  text: string,
  { top, height }: { readonly top: number; readonly height: number },
): Promise<void> {
  const points = (box.height * height) / 100;
  const canvas = document.createElement('canvas');
  const brush = canvas.getContext('2d')!;
  const font = `600 ${points * 0.72 * SHARPNESS}px system-ui, sans-serif`;
  brush.font = font;
  canvas.width = Math.ceil(brush.measureText(text).width) + 4;
  canvas.height = Math.ceil(points * SHARPNESS);
  brush.font = font;
  brush.textBaseline = 'middle';
  brush.fillText(text, 2, canvas.height / 2);
  const image = await file.embedPng(canvas.toDataURL('image/png'));
  const width = Math.min(canvas.width / SHARPNESS, box.width * 0.88);
  const drawn = (width * canvas.height) / canvas.width;
  page.drawImage(image, {
    x: box.x + (box.width - width) / 2,
    y: box.y + box.height * (1 - (top + height) / 100) + (points - drawn) / 2,
    width,
    height: drawn,
  });
}
