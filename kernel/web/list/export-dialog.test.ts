import { describe, expect, it } from 'vitest';
import { exportWarning } from './export-dialog.tsx';

const range = { startPage: 1, endPage: 2, perPage: 20, isEverything: false };

describe('what an export warns of', () => {
  it.each([
    ['nothing within the pages there are', range, null],
    ['a start after the end', { ...range, startPage: 3 }, '起始页面需小于结束页面'],
    ['pages beyond the total', { ...range, endPage: 4 }, '导出页数已经超过总数'],
    ['page zero', { ...range, startPage: 0 }, '导出页数不得为 0'],
    ['more than a thousand rows a page', { ...range, perPage: 1001 }, '最多支持1000条记录'],
    ['nothing when everything is wanted', { ...range, startPage: 9, isEverything: true }, null],
  ])('%s', (_, given, text) => {
    expect(exportWarning(given, 50)?.zh ?? null).toBe(text);
  });
});
