import { readXls } from 'hucre';
import { expect, test } from 'vitest';
import { XLS_ROWS } from '../contract/export-range.ts';
import { writeXls, type XlsCell } from './xls-writer.ts';

const columns = [
  { header: '车牌', width: 16, numFmt: '@' },
  { header: '金额', width: 12, numFmt: '#,##0.00' },
  { header: '时间', width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' },
];

async function* of(rows: readonly (readonly XlsCell[])[]) {
  yield rows;
}

test('a workbook reads back as it was written, texts across records included', async () => {
  const at = new Date('2026-03-04T05:06:07Z');
  const rows: XlsCell[][] = [
    ['粤B12345', 12.5, at],
    [null, -0.01, null],
    ['长'.repeat(9000), 0, null],
    ...Array.from({ length: 3000 }, (_, index): XlsCell[] => [`No ${index} 号${'x'.repeat(index % 40)}`, index, null]),
    ['粤B12345', 1, null],
  ];
  const { sheets } = await readXls(await writeXls(of(rows), { name: '停车订单', columns }));
  expect(sheets.map((one) => one.name)).toEqual(['停车订单']);
  const [head, ...read] = sheets[0]!.rows;
  expect(head).toEqual(['车牌', '金额', '时间']);
  expect(read).toHaveLength(rows.length);
  expect(Math.abs((read[0]![2] as Date).getTime() - at.getTime())).toBeLessThan(2);
  const plain = (row: readonly unknown[]) => [row[0] ?? null, row[1]];
  expect(read.map(plain)).toEqual(rows.map(plain));
});

test('a sheet as large as the format allows is complete, a larger one is refused', async () => {
  const rows = Array.from({ length: XLS_ROWS }, (_, index): XlsCell[] => [`粤B${index}`, index]);
  const { sheets } = await readXls(await writeXls(of(rows), { name: 'all', columns }));
  expect(sheets[0]!.rows).toHaveLength(XLS_ROWS + 1);
  expect(sheets[0]!.rows.at(-1)!.slice(0, 2)).toEqual([`粤B${XLS_ROWS - 1}`, XLS_ROWS - 1]);
  await expect(writeXls(of([...rows, ['x']]), { name: 'more', columns })).rejects.toThrow('at most');
});

test('an empty sheet has its head', async () => {
  const { sheets } = await readXls(await writeXls(of([]), { name: 'none', columns }));
  expect(sheets[0]!.rows).toEqual([['车牌', '金额', '时间']]);
});
