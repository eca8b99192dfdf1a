import { existsSync } from 'node:fs';
import type { PageHelps } from '@boyun/kernel/web';
import { expect, test } from 'vitest';
import { contractDoors } from './contract-doors.ts';

/** Pages that have a help of their own. */
const MOST_USED = 40;

const modules = new URL('../../../modules/', import.meta.url);

/** Reads the help of a module, without its web door, which needs a browser; null where it has none. */
async function helpsOf(module: string): Promise<PageHelps | null> {
  const file = new URL(`${module}/src/help/page-help.view.ts`, modules);
  return existsSync(file) ? ((await import(file.href)) as { default: PageHelps }).default : null;
}

test('each help belongs to a page of its module and says something in both languages', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [module, open] of Object.entries(contractDoors)) {
    const keys = (await open()).pages.map((page) => page.key);
    for (const [key, help] of Object.entries((await helpsOf(module)) ?? {})) {
      count += 1;
      if (!keys.includes(key)) wrong.push(`${module} has no page ${key}`);
      const labels = [
        help.purpose,
        ...help.steps,
        ...(help.keys ?? []).map((one) => one.does),
        ...(help.states ?? []).map((one) => one.means),
      ];
      for (const { zh, en } of labels)
        if (!/[\u4e00-\u9fff]/.test(zh) || /[\u4e00-\u9fff]/.test(en)) wrong.push(`${key}: ${zh} / ${en}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(MOST_USED);
});
