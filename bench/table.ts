/** A line of the bench's table. */
export interface Row {
  readonly metric: string;
  readonly ours: string;
  /** What it is measured against, where there is such a thing. */
  readonly reference?: string;
  readonly ratio?: number;
  readonly goal?: string;
  readonly isMet?: boolean;
}

/** The lines as one table in Markdown, columns aligned. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['metric', 'ours', 'reference', 'ratio', 'goal', 'met?'];
  const cells = rows.map((row) => [
    row.metric,
    row.ours,
    row.reference ?? '',
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.goal ?? '',
    row.isMet === undefined ? '' : row.isMet ? 'yes' : 'NO',
  ]);
  const widths = head.map((text, at) => Math.max(text.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((text, at) => text.padEnd(widths[at]!)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.map(line)].join('\n');
}

/** The value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle one of some values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Milliseconds as people read them. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
