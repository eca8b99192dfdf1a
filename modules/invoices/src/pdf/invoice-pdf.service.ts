import { yuanInWords } from '@boyun/domain/invoice';
import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { draftPdf, MM, type PdfColor, type PdfPen } from '@boyun/kernel/server';
import { encode } from 'uqr';

/** A party of an invoice. */
export interface PrintedParty {
  readonly name: string;
  readonly taxNumber: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
}

/** An invoice to be printed; amounts in fen, below zero in a red letter. */
export interface PrintedInvoice {
  readonly invoiceNo: string;
  readonly invoiceType: 'ordinary' | 'special';
  readonly issuedAt: Date;
  readonly buyer: PrintedParty;
  readonly seller: PrintedParty;
  readonly drawer: string;
  readonly remark: string | null;
  readonly lines: readonly {
    readonly serviceName: string;
    readonly goodsCode: string;
    readonly taxRate: number;
    readonly policy: 'normal' | 'simple' | 'exempt' | 'untaxed';
    readonly inclFen: number;
    readonly exFen: number;
    readonly taxFen: number;
  }[];
  readonly inclFen: number;
  readonly exFen: number;
  readonly taxFen: number;
  /** The invoice that a red letter takes back. */
  readonly blueNo: string | null;
}

/** The size of a fully digital invoice (数电票). */
const PAGE = { width: 210 * MM, height: 140 * MM };
const LEFT = 8 * MM;
const WIDTH = PAGE.width - 2 * LEFT;
/** Lines and captions of an invoice are brown. */
const FORM: PdfColor = [0.51, 0.24, 0.12];
const SAMPLE: PdfColor = [0.85, 0.2, 0.2];
const ZONE = 'Asia/Shanghai';
/** Rows of lines that a page has room for; more make it longer. */
const ROWS = 7;
const ROW = 5.2 * MM;

/** Columns of the lines: caption, share of the width, and how values stand. */
const COLUMNS = [
  { caption: '项目名称', share: 0.26, align: 'left' },
  { caption: '规格型号', share: 0.1, align: 'left' },
  { caption: '单位', share: 0.06, align: 'center' },
  { caption: '数量', share: 0.08, align: 'right' },
  { caption: '单价', share: 0.12, align: 'right' },
  { caption: '金额', share: 0.13, align: 'right' },
  { caption: '税率/征收率', share: 0.12, align: 'center' },
  { caption: '税额', share: 0.13, align: 'right' },
] as const;

const POLICY_RATES = { exempt: '免税', untaxed: '不征税' } as const;

/** Short names of tax classes by how their codes begin; tax offices print them before the service (商品和服务税收分类编码表, 简称). */
const CLASSES = [
  ['30405', '经营租赁'],
  ['30402', '信息技术服务'],
  ['30408', '现代服务'],
  ['601', '预付卡销售'],
] as const;

function printedName({ serviceName, goodsCode }: PrintedInvoice['lines'][number]): string {
  const found = CLASSES.find(([start]) => goodsCode.startsWith(start));
  return found ? `*${found[1]}*${serviceName}` : serviceName;
}

/** Draws a sample of a fully digital invoice as PDF, with the fields of a real one; it says that it is a sample. */
export async function drawSample(invoice: PrintedInvoice): Promise<Uint8Array> {
  const file = await draftPdf(`电子发票样张 ${invoice.invoiceNo}`);
  const more = Math.max(0, invoice.lines.length - ROWS) * ROW;
  const pen = file.addPage(PAGE.width, PAGE.height + more);
  drawHead(pen, invoice);
  drawParties(pen, invoice);
  const end = drawLines(pen, invoice, Math.max(ROWS, invoice.lines.length));
  drawFoot(pen, invoice, end);
  pen.stamp('样  张', SAMPLE);
  return file.save();
}

const rule = { color: FORM };

/** The heading of a type of invoice, and its number in the code (e-fapiao QR). */
const TYPES = {
  ordinary: { heading: '电子发票（普通发票）', code: '32' },
  special: { heading: '电子发票（增值税专用发票）', code: '31' },
} as const;

function drawHead(pen: PdfPen, { invoiceNo, invoiceType, issuedAt, inclFen, blueNo }: PrintedInvoice): void {
  const { heading, code } = TYPES[invoiceType];
  const [day = ''] = wallTime(issuedAt.getTime(), ZONE).split(/[ T]/);
  // The code of a fully digital invoice: version, kind, no code, number, total, day, no check code.
  drawCode(pen, `01,${code},,${invoiceNo},${formatYuan(inclFen)},${day.replaceAll('-', '')},,样张`);
  pen.text(`${heading}${blueNo ? ' 红字' : ''}`, {
    x: 0,
    y: 14 * MM,
    width: PAGE.width,
    size: 17,
    align: 'center',
    color: FORM,
  });
  for (const y of [18.4, 19.4]) pen.line(PAGE.width / 2 - 36 * MM, y * MM, PAGE.width / 2 + 36 * MM, y * MM, rule);
  const x = PAGE.width - LEFT - 54 * MM;
  for (const [index, [caption, value]] of [
    ['发票号码：', invoiceNo],
    ['开票日期：', day.replace(/(\d+)-(\d+)-(\d+)/, '$1年$2月$3日')],
  ].entries()) {
    pen.text(caption!, { x, y: (11 + index * 6) * MM, color: FORM });
    pen.text(value!, { x: x + 16 * MM, y: (11 + index * 6) * MM });
  }
  pen.text('沙箱样张，不得作为报销和入账凭证', { x: LEFT, y: 24.2 * MM, size: 7.5, color: SAMPLE });
}

function drawCode(pen: PdfPen, text: string): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = (17 * MM) / size;
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fill(LEFT + x * side, 4 * MM + y * side, side, side);
}

const TOP = 27 * MM;
const PARTY = 17 * MM;

function drawParties(pen: PdfPen, { buyer, seller }: PrintedInvoice): void {
  pen.box(LEFT, TOP, WIDTH, PARTY, rule);
  for (const [index, { caption, party }] of [
    { caption: '购买方信息', party: buyer },
    { caption: '销售方信息', party: seller },
  ].entries()) {
    const x = LEFT + (index * WIDTH) / 2;
    if (index > 0) pen.line(x, TOP, x, TOP + PARTY, rule);
    pen.line(x + 6 * MM, TOP, x + 6 * MM, TOP + PARTY, rule);
    for (const [place, letter] of [...caption].entries())
      pen.text(letter, {
        x,
        y: TOP + (2.4 + place * 3.05) * MM,
        width: 6 * MM,
        size: 7.5,
        align: 'center',
        color: FORM,
      });
    const width = WIDTH / 2 - 6 * MM;
    pen.text('名称：', { x: x + 6 * MM, y: TOP + 5 * MM, color: FORM });
    pen.text(party.name, { x: x + 16 * MM, y: TOP + 5 * MM, width: width - 10 * MM });
    pen.text('统一社会信用代码/纳税人识别号：', { x: x + 6 * MM, y: TOP + 12 * MM, color: FORM });
    pen.text(party.taxNumber ?? '', { x: x + 55 * MM, y: TOP + 12 * MM, width: width - 49 * MM });
  }
}

/** Draws the lines with their sum; returns where they end. */
function drawLines(pen: PdfPen, { lines, exFen, taxFen }: PrintedInvoice, rows: number): number {
  const top = TOP + PARTY;
  const height = 6 * MM + (rows + 1) * ROW;
  pen.box(LEFT, top, WIDTH, height, rule);
  const cells = (values: readonly string[], y: number, color?: PdfColor) => {
    let x = LEFT;
    for (const [index, { share, align }] of COLUMNS.entries()) {
      const width = share * WIDTH;
      const text = values[index] ?? '';
      if (text) pen.text(text, { x, y, width, align: color ? 'center' : align, ...(color ? { color } : {}) });
      x += width;
    }
  };
  cells(
    COLUMNS.map((one) => one.caption),
    top + 3 * MM,
    FORM,
  );
  for (const [index, line] of lines.entries()) {
    const { taxRate, policy } = line;
    const rate = policy in POLICY_RATES ? POLICY_RATES[policy as keyof typeof POLICY_RATES] : `${taxRate}%`;
    const count = line.inclFen < 0 ? '-1' : '1';
    const price = formatYuan(Math.abs(line.exFen));
    const tax = policy in POLICY_RATES ? '***' : formatYuan(line.taxFen);
    cells(
      [printedName(line), '', '次', count, price, formatYuan(line.exFen), rate, tax],
      top + 6 * MM + (index + 0.5) * ROW,
    );
  }
  const end = top + height;
  pen.text('合　　计', { x: LEFT, y: end - ROW / 2, width: 0.26 * WIDTH, align: 'center', color: FORM });
  pen.text(`¥${formatYuan(exFen)}`, { x: LEFT + 0.62 * WIDTH, y: end - ROW / 2, width: 0.13 * WIDTH, align: 'right' });
  pen.text(`¥${formatYuan(taxFen)}`, { x: LEFT + 0.87 * WIDTH, y: end - ROW / 2, width: 0.13 * WIDTH, align: 'right' });
  return end;
}

function drawFoot(pen: PdfPen, { inclFen, remark, seller, buyer, drawer, blueNo }: PrintedInvoice, top: number): void {
  const row = 7 * MM;
  const first = 0.26 * WIDTH;
  pen.box(LEFT, top, WIDTH, row, rule);
  pen.line(LEFT + first, top, LEFT + first, top + row, rule);
  pen.text('价税合计（大写）', { x: LEFT, y: top + row / 2, width: first, align: 'center', color: FORM });
  pen.text(`⊗ ${yuanInWords(inclFen)}`, { x: LEFT + first + 4, y: top + row / 2, width: 0.44 * WIDTH, size: 10 });
  pen.text('（小写）', { x: LEFT + 0.74 * WIDTH, y: top + row / 2, color: FORM });
  pen.text(`¥${formatYuan(inclFen)}`, { x: LEFT + 0.82 * WIDTH, y: top + row / 2, width: 0.18 * WIDTH, size: 10 });
  const notes = 18 * MM;
  pen.box(LEFT, top + row, WIDTH, notes, rule);
  pen.line(LEFT + 6 * MM, top + row, LEFT + 6 * MM, top + row + notes, rule);
  for (const [place, letter] of ['备', '注'].entries())
    pen.text(letter, {
      x: LEFT,
      y: top + row + (6 + place * 5) * MM,
      width: 6 * MM,
      size: 7.5,
      align: 'center',
      color: FORM,
    });
  const bank = ({ bankName, bankAccount }: PrintedParty) => [bankName, bankAccount].filter(Boolean).join(' ');
  const texts = [
    blueNo && `被红冲蓝字数电票号码：${blueNo}`,
    remark,
    bank(seller) && `销方开户银行及账号：${bank(seller)}`,
    bank(buyer) && `购方开户银行及账号：${bank(buyer)}`,
  ].filter((one): one is string => Boolean(one));
  const lines = texts.flatMap((text) => pen.wrap(text, 8, WIDTH - 10 * MM)).slice(0, 4);
  for (const [index, text] of lines.entries())
    pen.text(text, { x: LEFT + 7 * MM, y: top + row + (3.6 + index * 4) * MM, size: 8 });
  pen.text('开票人：', { x: LEFT + 6 * MM, y: top + row + notes + 5 * MM, color: FORM });
  pen.text(drawer, { x: LEFT + 18 * MM, y: top + row + notes + 5 * MM });
}
