import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { type WechatBillRow, writeWechatBill } from '@boyun/domain/reconcile';
import { systemWho } from '@boyun/kernel/server';
import { insertImport } from '@boyun/reconciliation/server';
import { asOwner, type Ground } from './ground.ts';
import type { Row } from './table.ts';
import { makeWorld } from './world.ts';

const RECORDS = 1_000_000;
const GOAL_MS = 60_000;
const GOAL_BYTES = 300e6;
/** Without a limit the collector waits for more memory than is needed; with it the work fails where it needs more. */
const HEAP_MB = 128;
/** Every thousandth record differs from the bill. */
const DIFFERS_ONE_IN = 1000;
const MERCHANT = '1900000109';

interface Measured {
  readonly ms: number;
  readonly rss: number;
}

/** A day of a channel with a million payments: its bill is read from the file of the provider, and compared with our records. */
export async function benchReconcile(ground: Ground): Promise<Row[]> {
  const url = await ground.make('reconcile');
  const count = ground.sized(RECORDS);
  const day = new Date(Date.now() - 24 * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 10);
  const product = await ground.product(url);
  const { tenantId, lots } = await makeWorld(product);
  const { dayId, sourceId } = await fillDay(url, { tenantId, lotId: lots[0]!.id, day, count });
  const fileKey = `${tenantId}/bill/${day}/bench.bin`;
  const bytes = await buffer(Readable.from(writeWechatBill(rowsOf(day, count))).pipe(createGzip()));
  await product.kernel.files.put(fileKey, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { importId } = await product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    insertImport(tx, {
      sourceId,
      way: 'fetched',
      fileName: 'bench.csv.gz',
      fileKey,
      sha256,
      byteCount: bytes.length,
      day,
    }),
  );
  await product.stop();
  const child = fork(
    fileURLToPath(new URL('./reconcile-process.ts', import.meta.url)),
    [url, ground.folder, String(tenantId), importId, dayId],
    { execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=8'] },
  );
  const exit = once(child, 'exit');
  const sent = (await Promise.race([once(child, 'message'), exit.then(() => null)])) as
    | [{ before: number; loaded: Measured; compared: Measured }]
    | null;
  if (!sent) throw new Error('the process that compares ended before its end');
  await exit;
  const [{ before, loaded, compared }] = sent;
  const { found } = await foundOf(url, dayId);
  return [
    rowOf(
      `read the bill of ${count.toLocaleString('en')} payments (${mb(bytes.length)} packed) into the database`,
      loaded,
    ),
    rowOf(`compare ${count.toLocaleString('en')} payments with it, ${found} differences`, compared),
    { metric: 'reconcile: memory of the process before', ours: mb(before) },
  ];
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const rowOf = (what: string, { ms, rss }: Measured): Row => ({
  metric: `reconcile: ${what}`,
  ours: `${(ms / 1000).toFixed(1)} s, ${mb(rss)}`,
  goal: '< 60 s, < 300 MB',
  isMet: ms < GOAL_MS && rss < GOAL_BYTES,
});

const numberOf = (index: number) => `Z${String(index).padStart(12, '0')}`;
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`);

/** The bill: the same payments as in our books, except that some are missing and some have another amount. */
function* rowsOf(day: string, count: number): Generator<WechatBillRow> {
  for (let index = 0; index < count; index += 1) {
    if (index % DIFFERS_ONE_IN === 1) continue;
    const amountFen = 500 + (index % 40) * 50 + (index % DIFFERS_ONE_IN === 2 ? 1 : 0);
    yield {
      number: numberOf(index),
      tradeNo: `42000${index}`,
      amountFen,
      feeFen: 0,
      atMs: startOf(day) + Math.floor((index / count) * 86_399_000),
      refundOf: null,
      app: 'wx0000000000000000',
      merchant: MERCHANT,
      kind: 'NATIVE',
    };
  }
}

/** Our payments of the day, and the day itself. */
function fillDay(
  url: string,
  { tenantId, lotId, day, count }: { tenantId: number; lotId: string; day: string; count: number },
): Promise<{ dayId: string; sourceId: string }> {
  return asOwner(url, async (client) => {
    const ids = ['bill', 'channel', 'source', 'day'].map(() => crypto.randomUUID());
    const [billId, channelId, sourceId, dayId] = ids as [string, string, string, string];
    const from = new Date(startOf(day));
    await client.query(
      `insert into bill (tenant_id, id, kind, subject_id, number, lot_id, plate, gross_fen, reduced_fen, created_at, updated_at)
       values ($1, $2, 'stay', $2, 1, $3, '', 0, 0, $4, $4)`,
      [tenantId, billId, lotId, from],
    );
    await client.query(
      `insert into pay_channel (tenant_id, id, created_at, updated_at, channel, is_enabled, merchant_no, fee_percent)
       values ($1, $2, $3, $3, 'wechat', true, $4, 0)`,
      [tenantId, channelId, from, MERCHANT],
    );
    await client.query(
      `insert into payment (tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, state, amount_fen, created_at, paid_at,
         pay_channel_id)
       select $1, new_uuid($4::timestamptz), 'Z' || lpad(n::text, 12, '0'), $2, $3, '', 'wechat', 'driver-scan', 'succeeded',
         500 + (n % 40) * 50, $4::timestamptz + n::float8 / $5 * interval '86399 seconds',
         $4::timestamptz + n::float8 / $5 * interval '86399 seconds', $6
       from generate_series(0, $5::int - 1) as n`,
      [tenantId, billId, lotId, from, count, channelId],
    );
    await client.query(
      `insert into bill_source (tenant_id, id, created_at, updated_at, kind, name, channel, merchant_no, is_enabled, has_bank_side)
       values ($1, $2, $3, $3, 'provider', 'bench', 'wechat', $4, true, false)`,
      [tenantId, sourceId, from, MERCHANT],
    );
    await client.query(
      `insert into channel_day (tenant_id, id, source_id, day, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)`,
      [tenantId, dayId, sourceId, day, from, new Date(from.getTime() + 86_400_000)],
    );
    await client.query('vacuum analyze payment');
    return { dayId, sourceId };
  });
}

async function foundOf(url: string, dayId: string): Promise<{ found: number }> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ found: string }>(
      'select count(*) as found from day_difference where channel_day_id = $1',
      [dayId],
    );
    return { found: Number(rows[0]!.found) };
  });
}
