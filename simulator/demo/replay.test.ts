import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@boyun/server/database/host-process';
import { until } from '@boyun/test-server/crash/server-process';
import { expect, onTestFinished, test } from 'vitest';

const lane = { code: 'in', name: 'In', direction: 'entry', serial: 's-1', token: 't-1' };
const lanes = [lane, { code: 'out', name: 'Out', direction: 'exit', serial: 's-2', token: 't-2' }];
const fleet = { lots: [{ code: 'a', name: 'A', capacity: 30, profile: 'lot-01', lanes }] };

test('live traffic ends when the demo that started it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boyun-replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fleetFile = join(folder, 'fleet.json');
  writeFileSync(fleetFile, JSON.stringify(fleet));
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const module = JSON.stringify(new URL('replay.ts', import.meta.url).href);
  const program = `import { startReplay } from ${module};
    console.log(startReplay(${JSON.stringify(url)}, ${JSON.stringify(fleetFile)}, 'none').pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(parent.stdout, 'data');
  const pid = Number(String(line));
  onTestFinished(() => {
    for (const one of [parent.pid!, pid]) if (isAlive(one)) process.kill(one, 'SIGKILL');
  });
  await until('a call of a camera', () => calls > 0);
  expect(isAlive(pid)).toBe(true);

  parent.kill('SIGKILL');
  await once(parent, 'exit');
  await until('the end of the traffic', () => !isAlive(pid));
}, 240_000);
