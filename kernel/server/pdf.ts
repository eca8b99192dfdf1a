import { readFile } from 'node:fs/promises';
import * as fontkit from '@cantoo/fontkit';
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';

/** A millimetre in points. */
export const MM = 72 / 25.4;

/** Red, green and blue, from 0 to 1. */
export type PdfColor = readonly [number, number, number];

/** The colour of text. */
export const PDF_INK: PdfColor = [0.07, 0.07, 0.09];

/** Where a text stands: `width` is that of its place, in which it is aligned and which it is made smaller to fit into. */
export interface PdfTextPlace {
  readonly x: number;
  /** The middle of the line. */
  readonly y: number;
  readonly width?: number;
  readonly size?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly color?: PdfColor;
}

const SIZE = 8.5;
/** Between a text and the edge of its place. */
const EDGE = 2;

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];

let kit: Promise<Fontkit> | null = null;
/** The part of Noto Sans SC with the characters of GB 2312 and those of names beside it; read and parsed once, which takes a second. */
const sharedFont = (): Promise<Fontkit> => {
  kit ??= readFile(new URL('../data/sans-sc.ttf', import.meta.url)).then((bytes) => {
    const font = (fontkit as unknown as Fontkit).create(bytes);
    return { create: () => font } as Fontkit;
  });
  return kit;
};

/** Draws on a page, with its top as zero, in points. */
export class PdfPen {
  readonly #page: PDFPage;
  readonly #font: PDFFont;
  readonly width: number;
  readonly height: number;

  constructor(page: PDFPage, font: PDFFont) {
    this.#page = page;
    this.#font = font;
    this.width = page.getWidth();
    this.height = page.getHeight();
  }

  text(text: string, { x, y, width = 0, align = 'left', color = PDF_INK, ...at }: PdfTextPlace): void {
    let size = at.size ?? SIZE;
    let long = this.#font.widthOfTextAtSize(text, size);
    if (width > 0 && long > width - 2 * EDGE) {
      size *= (width - 2 * EDGE) / long;
      long = width - 2 * EDGE;
    }
    const shift = align === 'left' ? EDGE : align === 'right' ? width - long - EDGE : (width - long) / 2;
    const place = { x: x + shift, y: this.height - y - size * 0.36 };
    this.#page.drawText(text, { ...place, size, font: this.#font, color: rgb(...color) });
  }

  /** Splits a text into lines that fit into a width: between words where it has some, else anywhere. */
  wrap(text: string, size: number, width: number): string[] {
    const fits = (line: string) => this.#font.widthOfTextAtSize(line.trimEnd(), size) <= width;
    const lines = [''];
    for (const part of text.match(/[!-~]+\s*|\s+|[^!-~\s]\s*/gu) ?? []) {
      if (fits(lines.at(-1)! + part)) lines[lines.length - 1] += part;
      else if (fits(part)) lines.push(part);
      // A word that is longer than a line.
      else
        for (const letter of part)
          if (fits(lines.at(-1)! + letter)) lines[lines.length - 1] += letter;
          else lines.push(letter);
    }
    return lines.map((line) => line.trimEnd()).filter((line, index) => index === 0 || line !== '');
  }

  line(x1: number, y1: number, x2: number, y2: number, { thickness = 0.7, color = PDF_INK } = {}): void {
    const [start, end] = [
      { x: x1, y: this.height - y1 },
      { x: x2, y: this.height - y2 },
    ];
    this.#page.drawLine({ start, end, thickness, color: rgb(...color) });
  }

  /** Draws the edges of a rectangle. */
  box(x: number, y: number, width: number, height: number, style: { readonly color?: PdfColor } = {}): void {
    this.line(x, y, x + width, y, style);
    this.line(x, y + height, x + width, y + height, style);
    this.line(x, y, x, y + height, style);
    this.line(x + width, y, x + width, y + height, style);
  }

  /** Fills a rectangle. */
  fill(x: number, y: number, width: number, height: number, color: PdfColor = PDF_INK): void {
    this.#page.drawRectangle({ x, y: this.height - y - height, width, height, color: rgb(...color) });
  }

  /** Draws a word across the middle of the page, which can be read through. */
  stamp(word: string, color: PdfColor): void {
    const size = 80;
    const x = this.width / 2 - this.#font.widthOfTextAtSize(word, size) / 2;
    this.#page.drawText(word, {
      x,
      y: this.height / 2 - 42,
      size,
      font: this.#font,
      color: rgb(...color),
      opacity: 0.16,
      rotate: degrees(18),
    });
  }
}

/** A PDF under way. */
export interface PdfDraft {
  addPage(width: number, height: number): PdfPen;
  save(): Promise<Uint8Array>;
}

/** Begins a PDF whose texts may be Chinese; of its font it has the characters that are used. */
export async function draftPdf(title: string): Promise<PdfDraft> {
  const file = await PDFDocument.create();
  file.registerFontkit(await sharedFont());
  // The bytes are those of the shared font.
  const font = await file.embedFont(new Uint8Array(), { subset: true });
  file.setTitle(title);
  file.setProducer('Boyun');
  return {
    addPage: (width, height) => new PdfPen(file.addPage([width, height]), font),
    save: () => file.save(),
  };
}
