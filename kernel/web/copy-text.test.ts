import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

const notices: string[] = [];
vi.mock('./notice.tsx', () => ({ notify: (tone: string, text: { zh: string }) => notices.push(`${tone} ${text.zh}`) }));

/** What the page's selection copies; null where the browser refuses. */
let selected: string | null;

function page(canSelect: boolean): void {
  const area = {
    value: '',
    style: {},
    setAttribute: () => undefined,
    select: () => undefined,
    remove: () => undefined,
  };
  vi.stubGlobal('document', {
    activeElement: null,
    body: { append: () => undefined },
    createElement: () => area,
    execCommand: () => {
      selected = canSelect ? area.value : null;
      return canSelect;
    },
  });
  vi.stubGlobal('HTMLElement', class {});
}

beforeEach(() => {
  notices.length = 0;
  selected = null;
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a secure page', { clipboard: { writeText: async () => undefined } }, false, true, null],
  ['a page without TLS, which has no clipboard', {}, true, true, 'A1'],
  [
    'a page that may not write',
    { clipboard: { writeText: () => Promise.reject(new Error('denied')) } },
    true,
    true,
    'A1',
  ],
  ['a browser that refuses both', {}, false, false, null],
])('%s', async (_, navigator, canSelect, isCopied, bySelection) => {
  page(canSelect);
  vi.stubGlobal('navigator', navigator);
  expect(await copyText('A1')).toBe(isCopied);
  expect(selected).toBe(bySelection);
  expect(notices).toEqual([isCopied ? 'good 已复制' : 'warn 复制失败，请手动复制']);
});
