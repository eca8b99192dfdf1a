import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner, type Ground } from './ground.ts';
import { startMeasuredServer } from './measured-server.ts';
import { REPORT_ORDERS } from './report.ts';
import { findReportDatabase } from './report-fill.ts';
import type { Row } from './table.ts';
import { WORLD_PASSWORD, WORLD_TENANT } from './world.ts';

/** The most rows a file may have. */
const ROWS = Number(process.env.EXPORT_ROWS ?? 1_000_000);
const PER_PAGE = 100;
const GOAL_S = 30;
const GOAL_MB = 150;
const SAMPLE_MS = 200;
const LOOKS_PER_ASK = 10;

/** Lists that people take home whole, and their tables: the order list is the widest. */
const LISTS = {
  orders: ['/api/order/getOrderPage', 'parking_order'],
  payments: ['/api/payment/getPaymentPage', 'payment'],
} as const;

/** A million rows of a list as xlsx, by a server in a process of its own: how long it takes, and what it adds to the process's memory. */
export async function benchExports(ground: Ground): Promise<Row[]> {
  const { databaseUrl, world } = await findReportDatabase(ground, ground.sized(REPORT_ORDERS));
  const server = await startMeasuredServer(ground, databaseUrl);
  try {
    const rows: Row[] = [];
    for (const [name, [path, table]] of Object.entries(LISTS)) {
      // Pages behind the last row are refused.
      const most = await asOwner(databaseUrl, async (client) => {
        const query = `select count(*)::int as count from ${table} where tenant_id = $1`;
        return (await client.query<{ count: number }>(query, [world.tenantId])).rows[0]!.count;
      });
      const found = await exported(server, name, path, Math.min(most, ground.sized(ROWS)));
      // Shown at once: the next takes as long.
      for (const { metric, ours, reference } of found)
        process.stderr.write(`  ${metric}: ${ours}, ${reference ?? ''}\n`);
      rows.push(...found);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** A task as its centre shows it: the way in which people take a file of this size. */
interface Task {
  readonly State: string;
  readonly DoneCount: number;
  readonly Url: string | null;
  readonly Error: string | null;
}

async function exported(
  server: { readonly address: string; readonly pid: number },
  name: string,
  path: string,
  count: number,
): Promise<Row[]> {
  const post = async (url: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(server.address + url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { state: string; message: string; data: never };
    if (answer.state !== 'success') throw new Error(`${url}: ${answer.message}`);
    return answer.data;
  };
  const sign = { Account: 'admin', Password: WORLD_PASSWORD, TenantId: WORLD_TENANT };
  const { AccessToken } = (await post('/api/tenantUser/login', sign)) as { AccessToken: string };
  const body = (pages: number) => ({ StartPage: 1, EndPage: pages, PerPage: PER_PAGE, Format: 'xlsx' });
  // Code is compiled and pools are filled before.
  await post(path, body(20), AccessToken);
  const before = residentOf(server.pid);
  const loadBefore = loadavg()[0]!;
  let highest = before;
  const cpuBefore = cpuOf(server.pid);
  const start = performance.now();
  const asked = { ...body(Math.ceil(count / PER_PAGE)), Background: true };
  const { TaskId } = (await post(path, asked, AccessToken)) as { TaskId: string };
  let task: Task = { State: 'queued', DoneCount: 0, Url: null, Error: null };
  for (let look = 1; ['queued', 'running'].includes(task.State); look += 1) {
    await sleep(SAMPLE_MS);
    highest = Math.max(highest, residentOf(server.pid));
    // No more often than a page: its calls count too.
    if (look % LOOKS_PER_ASK === 0) task = await post('/api/task/get', { TaskId }, AccessToken);
  }
  if (!task.Url) throw new Error(`${path}: ${task.State}, ${task.Error}`);
  const tookS = (performance.now() - start) / 1000;
  const cpuS = cpuOf(server.pid) - cpuBefore;
  const bytes = (await (await fetch(server.address + task.Url)).arrayBuffer()).byteLength;
  const addedMb = (highest - before) / 1e6;
  const what = `export: ${task.DoneCount.toLocaleString('en')} ${name} as xlsx`;
  return [
    {
      metric: `${what}, time`,
      ours: `${tookS.toFixed(1)} s`,
      reference: `${cpuS.toFixed(1)} s of processor time of the server, file of ${(bytes / 1e6).toFixed(0)} MB, load ${loadBefore.toFixed(1)}`,
      goal: `< ${GOAL_S} s`,
      isMet: tookS < GOAL_S,
    },
    {
      metric: `${what}, memory added`,
      ours: `${addedMb.toFixed(0)} MB`,
      reference: `${(before / 1e6).toFixed(0)} MB before, ${(highest / 1e6).toFixed(0)} MB at most`,
      goal: `< ${GOAL_MB} MB`,
      isMet: addedMb < GOAL_MB,
    },
  ];
}

/** Bytes of a process in memory; Linux. */
const residentOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Seconds a process has had a processor, in all its threads; Linux. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
