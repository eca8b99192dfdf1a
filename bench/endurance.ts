import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from './table.ts';

/** Tests that run at full size here and shortened in the suite. */
const FILES = [
  'apps/server/crash.test.ts',
  'apps/server/gate-process.test.ts',
  'bench/money.test.ts',
  'journeys/wall-screen.test.ts',
  'box/line-cut.test.ts',
  'modules/system/src/task/export-size.test.ts',
  'modules/passings/src/passing/model-run.test.ts',
  'modules/money/src/wechat/wechat-hostile.test.ts',
  'modules/money/src/alipay/alipay-hostile.test.ts',
  'modules/money/src/unionpay/unionpay-hostile.test.ts',
];

/** Kills server and database twenty times under traffic, exports 200,000 rows, takes 1,000 payments of each provider, moves a month of money, keeps a wall screen open: the tests of endurance at full size. */
export async function benchEndurance(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const file of FILES) {
    const start = performance.now();
    const isMet = await runs(file);
    const tookMs = performance.now() - start;
    rows.push({ metric: `endurance: ${file}`, ours: `${(tookMs / 1000).toFixed(0)} s`, goal: 'passes', isMet });
  }
  return rows;
}

function runs(file: string): Promise<boolean> {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    cwd: root,
    env: { ...process.env, ENDURANCE: '1' },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}
