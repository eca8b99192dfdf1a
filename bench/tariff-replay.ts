import { monitorEventLoopDelay } from 'node:perf_hooks';
import { workOffReplay } from '@boyun/replays/server';
import type { Ground } from './ground.ts';
import { onRole, WORLD_DAYS } from './ground.ts';
import { type Million, withMillion } from './million.ts';
import { median, ms, type Row } from './table.ts';

const GOAL_MS = 60_000;
const PAUSE_GOAL_MS = 50;
const RUNS = 3;
const PAGE_SIZE = 20_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A past month priced again by another tariff, in the thread the product uses for it, and the same rows only read. */
export async function benchTariffReplay(ground: Ground): Promise<Row[]> {
  return withMillion(ground, async (million) => {
    const replayed: { took: number; pause: number; stays: number }[] = [];
    const read: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      replayed.push(await replay(million));
      read.push(await readAll(million));
    }
    const ours = median(replayed.map((one) => one.took));
    const theirs = median(read);
    const pause = median(replayed.map((one) => one.pause));
    const { stays } = replayed[0]!;
    return [
      {
        metric: `tariff-replay: ${stays.toLocaleString('en')} stays of ${WORLD_DAYS} days`,
        ours: `${(ours / 1000).toFixed(1)} s, ${Math.round((stays / ours) * 1000).toLocaleString('en')} /s`,
        reference: `${(theirs / 1000).toFixed(1)} s (same rows read only, bare driver)`,
        ratio: ours / theirs,
        goal: '< 60 s',
        isMet: ours < GOAL_MS,
      },
      {
        metric: 'tariff-replay: longest pause of the server meanwhile, p99',
        ours: ms(pause),
        goal: `< ${PAUSE_GOAL_MS} ms`,
        isMet: pause < PAUSE_GOAL_MS,
      },
    ];
  });
}

/** Files a replay over everything and does it. */
async function replay(million: Million): Promise<{ took: number; pause: number; stays: number }> {
  const { world, product, call } = million;
  const { Rows: rules } = (await call('/api/billRule/list', { PerPage: 20 })) as { Rows: { Id: string }[] };
  const { ReplayId } = (await call('/api/billRule/startReplay', {
    Id: rules[0]!.Id,
    LotIds: world.lots.map((lot) => lot.id),
    From: new Date(Date.now() - (WORLD_DAYS + 1) * 24 * 3_600_000).toISOString(),
    To: new Date().toISOString(),
  })) as { ReplayId: string };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  await workOffReplay(product.kernel, world.tenantId, ReplayId);
  const took = performance.now() - start;
  delay.disable();
  const found = (await call('/api/billRule/getReplay', { ReplayId })) as {
    State: string;
    DoneCount: number;
    Error: string;
  };
  if (found.State !== 'done') throw new Error(`the replay is ${found.State}: ${found.Error}`);
  return { took, pause: delay.percentile(99) / 1e6, stays: found.DoneCount };
}

/** Reads the rows a replay reads, page by page as it does, and does nothing with them. */
async function readAll({ databaseUrl, world }: Million): Promise<number> {
  return onRole(databaseUrl, 'boyun_app', async (client) => {
    await client.query(`set boyun.tenant = '${world.tenantId}'`);
    const start = performance.now();
    let after: { micros: string; id: string } = { micros: '0', id: FIRST_ID };
    for (;;) {
      const { rows } = await client.query({
        name: 'stays',
        text: `select id, order_no, lot_id, plate, plate_color, vehicle_kind, standing = 'white',
             (extract(epoch from entered_at) * 1000000)::bigint as micros,
             (extract(epoch from left_at) * 1000000)::bigint, fee_fen, reduced_fen, nullif(settlements, '[]')
           from parking_order where tenant_id = $1 and parking_state in ('left', 'no-exit') and left_at is not null
             and (entered_at, id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
           order by entered_at, id limit $4`,
        values: [world.tenantId, after.micros, after.id, PAGE_SIZE],
      });
      if (rows.length < PAGE_SIZE) return performance.now() - start;
      after = rows.at(-1);
    }
  });
}
