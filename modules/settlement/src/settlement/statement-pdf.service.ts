import { yuanInWords } from '@boyun/domain/invoice';
import { formatYuan } from '@boyun/domain/money';
import { type Label, type Language, say } from '@boyun/kernel/contract';
import { draftPdf, MM, type PdfColor, type PdfPen } from '@boyun/kernel/server';
import type { FigureRow, Statement } from './read-statement.service.ts';
import { figureFields, getSettlement } from './settlement.contract.ts';

/** A4. */
const PAGE = { width: 210 * MM, height: 297 * MM };
const LEFT = 15 * MM;
const WIDTH = PAGE.width - 2 * LEFT;
const TOP = 18 * MM;
const BOTTOM = PAGE.height - 18 * MM;
const ROW = 5.6 * MM;
const SIZE = 8;
const RULE: { readonly color: PdfColor; readonly thickness: number } = { color: [0.8, 0.82, 0.86], thickness: 0.5 };
const FAINT: PdfColor = [0.4, 0.43, 0.48];
const SHADE: PdfColor = [0.95, 0.96, 0.97];

/** Columns of the tables by lot and by day, as on the page. */
const COLUMNS = ['grossFen', 'receivedFen', 'merchantFen', 'refundedFen', 'feeFen', 'netFen'] as const;

/** An amount with its thousands apart. */
const amountOf = (fen: number): string => formatYuan(fen).replace(/\B(?=(\d{3})+\.)/g, ',');

interface Column {
  readonly title: string;
  readonly share: number;
  readonly isText?: boolean;
}

/** Writes down a file page after page. */
class Writer {
  readonly #newPage: () => PdfPen;
  readonly pens: PdfPen[] = [];
  y = BOTTOM;

  constructor(newPage: () => PdfPen) {
    this.#newPage = newPage;
    this.turn();
  }

  get pen(): PdfPen {
    return this.pens.at(-1)!;
  }

  turn(): void {
    this.pens.push(this.#newPage());
    this.y = TOP;
  }

  /** Begins a page where less than a height is left. */
  need(height: number): void {
    if (this.y + height > BOTTOM) this.turn();
  }

  heading(text: string): void {
    // Never at the end of a page.
    this.need(5 * ROW);
    this.y += 4 * MM;
    this.pen.text(text, { x: LEFT - 2, y: this.y + ROW / 2, size: 10.5 });
    this.y += 7 * MM;
  }

  /** A table whose head is repeated on each page. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], sum?: readonly string[]): void {
    const heads = columns.map(({ title, share }) => this.pen.wrap(title, SIZE - 0.5, share * WIDTH - 4));
    const height = Math.max(...heads.map((one) => one.length)) * 3.4 * MM + 2.2 * MM;
    const head = () => {
      this.pen.fill(LEFT, this.y, WIDTH, height, SHADE);
      let x = LEFT;
      for (const [index, { share, isText }] of columns.entries()) {
        const lines = heads[index]!;
        const first = this.y + height / 2 - ((lines.length - 1) * 3.4 * MM) / 2;
        for (const [place, line] of lines.entries())
          this.pen.text(line, {
            x,
            y: first + place * 3.4 * MM,
            width: share * WIDTH,
            size: SIZE - 0.5,
            align: isText ? 'left' : 'right',
            color: FAINT,
          });
        x += share * WIDTH;
      }
      this.y += height;
    };
    this.need(height + 2 * ROW);
    head();
    for (const row of sum ? [...rows, sum] : rows) {
      if (this.y + ROW > BOTTOM) {
        this.turn();
        head();
      }
      if (row === sum) this.pen.fill(LEFT, this.y, WIDTH, ROW, SHADE);
      this.#row(columns, row);
    }
  }

  #row(columns: readonly Column[], cells: readonly string[]): void {
    let x = LEFT;
    for (const [index, { share, isText }] of columns.entries()) {
      const align = isText ? 'left' : 'right';
      this.pen.text(cells[index] ?? '', { x, y: this.y + ROW / 2, width: share * WIDTH, size: SIZE, align });
      x += share * WIDTH;
    }
    this.y += ROW;
    this.pen.line(LEFT, this.y, LEFT + WIDTH, this.y, RULE);
  }
}

/** Draws the statement of a settlement as PDF. */
export async function drawStatement(statement: Statement, language: Language): Promise<Uint8Array> {
  const t = (label: Label) => say(label, language);
  const file = await draftPdf(`${statement.title} ${statement.settlementNo}`);
  const writer = new Writer(() => file.addPage(PAGE.width, PAGE.height));
  drawHead(writer, statement);
  drawAmounts(writer, statement, language, t);
  const { lots, days, adjustments } = getSettlement.output;
  const figures = figureColumns(t);
  if (statement.adjustments.length > 0) {
    writer.heading(t(adjustments.label));
    const { note, createdBy, amountFen } = adjustments.item!.fields!;
    writer.table(
      [
        { title: t(note!.label), share: 0.6, isText: true },
        { title: t(createdBy!.label), share: 0.2, isText: true },
        { title: t(amountFen!.label), share: 0.2 },
      ],
      statement.adjustments.map((one) => [one.note, one.createdBy, amountOf(one.amountFen)]),
    );
  }
  for (const { label, rows } of [
    { label: lots.label, rows: statement.lots.map((one) => ({ ...one, name: one.lotName })) },
    { label: days.label, rows: statement.days.map((one) => ({ ...one, name: one.day })) },
  ]) {
    writer.heading(t(label));
    const sum = rows.length > 1 ? [t({ zh: '合计', en: 'Total' }), ...figureCells(statement.sum)] : undefined;
    writer.table(
      figures,
      rows.map((one) => [one.name, ...figureCells(one)]),
      sum,
    );
  }
  drawSigns(writer, t);
  drawPageNumbers(writer, statement, t);
  return file.save();
}

const figureCells = (row: FigureRow) => [...COLUMNS.map((key) => amountOf(row[key])), amountOf(row.shareFen)];

const figureColumns = (t: (label: Label) => string): Column[] => [
  { title: '', share: 0.2, isText: true },
  ...COLUMNS.map((key) => ({ title: t(figureFields[key].label), share: 0.8 / 7 })),
  { title: t(getSettlement.output.shareFen.label), share: 0.8 / 7 },
];

/** The title, and facts in two columns; a long one goes on in further lines. */
function drawHead(writer: Writer, { title, facts }: Statement): void {
  const { pen } = writer;
  pen.text(title, { x: 0, y: writer.y, width: PAGE.width, size: 18, align: 'center' });
  writer.y += 12 * MM;
  const half = WIDTH / 2;
  const caption = 24 * MM;
  for (let first = 0; first < facts.length; first += 2) {
    const pair = facts.slice(first, first + 2);
    const width = (pair.length === 1 ? WIDTH : half) - caption - 3 * MM;
    const lines = pair.map(({ note }) => pen.wrap(note, 9, width));
    for (const [index, { item }] of pair.entries()) {
      const x = LEFT + index * half;
      pen.text(item, { x: x - 2, y: writer.y, width: caption, size: 8.5, color: FAINT });
      for (const [place, line] of lines[index]!.entries())
        pen.text(line, { x: x + caption, y: writer.y + place * 4.4 * MM, size: 9 });
    }
    writer.y += Math.max(...lines.map((one) => one.length)) * 4.4 * MM + 1.6 * MM;
  }
}

/** How the payable amount comes about, then the amount itself: in figures, and in Chinese in the characters of cheques. */
function drawAmounts(
  writer: Writer,
  { amounts, payableFen }: Statement,
  language: Language,
  t: (label: Label) => string,
): void {
  writer.heading(t({ zh: '金额', en: 'Amounts' }));
  writer.table(
    [
      { title: t({ zh: '项目', en: 'Item' }), share: 0.7, isText: true },
      { title: t({ zh: '金额（元）', en: 'Amount (CNY)' }), share: 0.3 },
    ],
    amounts.map((one) => [one.item, amountOf(one.amountFen)]),
  );
  const { pen } = writer;
  const y = writer.y + 7 * MM;
  const words = language === 'zh' ? `（大写）${yuanInWords(payableFen)}` : '';
  pen.text(`${t(getSettlement.output.payableFen.label)}${words}`, { x: LEFT, y, width: 0.72 * WIDTH, size: 11 });
  pen.text(`¥${amountOf(payableFen)}`, { x: LEFT + 0.7 * WIDTH, y, width: 0.3 * WIDTH, size: 15, align: 'right' });
  writer.y += 12 * MM;
}

/** Room for the signatures and seals of both sides. */
function drawSigns(writer: Writer, t: (label: Label) => string): void {
  writer.need(28 * MM);
  writer.y += 12 * MM;
  for (const [index, label] of [
    { zh: '付款方（盖章）：', en: 'Payer (signature, seal):' },
    { zh: '收款方（盖章）：', en: 'Payee (signature, seal):' },
  ].entries()) {
    const x = LEFT + (index * WIDTH) / 2;
    writer.pen.text(t(label), { x: x - 2, y: writer.y, size: 9 });
    writer.pen.text(t({ zh: '日期：', en: 'Date:' }), { x: x - 2, y: writer.y + 9 * MM, size: 9 });
  }
}

function drawPageNumbers({ pens }: Writer, { settlementNo }: Statement, t: (label: Label) => string): void {
  for (const [index, pen] of pens.entries()) {
    const y = PAGE.height - 10 * MM;
    const of = pens.length;
    pen.text(settlementNo, { x: LEFT - 2, y, size: 7.5, color: FAINT });
    pen.text(t({ zh: `第 ${index + 1} 页，共 ${of} 页`, en: `Page ${index + 1} of ${of}` }), {
      x: LEFT,
      y,
      width: WIDTH,
      size: 7.5,
      align: 'right',
      color: FAINT,
    });
  }
}
