import { appendFile, writeFile } from 'node:fs/promises';
import { type ReplayGround, readReplayGround } from '@boyun/charging/server';
import { type EarlierStay, priceStay } from '@boyun/domain/fee';
import { formatYuan } from '@boyun/domain/money';
import { dayKey, wallTime } from '@boyun/domain/period';
import { asText, csvLine, type Database, systemWho } from '@boyun/kernel/server';
import type { ReplayResult } from './charge-replay.contract.ts';
import { countStays, findStays, type PastStay, type ReplayRun, type StayPlace } from './charge-replay.queries.ts';
import { ReplayTally, type TalliedStay } from './replay-tally.service.ts';

const PAGE_SIZE = 20_000;

/** Maximum time between linked stays of a plate. */
const LINKED_MS = 7 * 24 * 3_600_000;

/** Stays per plate and lot so far, as priced by the replayed tariff. */
type EarlierStays = Map<string, EarlierStay[]>;

/** Reprices a past stay by a run's tariff; null if another rule prices it. Revenue is the fee less its reductions. */
export function replayStay(
  ground: ReplayGround,
  run: Pick<ReplayRun, 'tariff'>,
  past: PastStay,
  earlier: EarlierStays | null = null,
): TalliedStay | null {
  const lot = ground.lots.get(past.lotId)!;
  const { vehicleKind, plateColor, spotKind } = past;
  const enteredAtMs = past.enteredMicros / 1000;
  const exitAtMs = past.leftMicros / 1000;
  const day = dayKey(enteredAtMs, lot.timeZone);
  if (!ground.isPriced(past.lotId, { day, vehicleKind, plateColor, spotKind })) return null;
  const key = `${past.lotId} ${past.plate}`;
  const { totalFen, lines } = priceStay(run.tariff, {
    enteredAtMs,
    exitAtMs: Math.max(enteredAtMs, past.pricedMicros / 1000),
    zone: lot.timeZone,
    calendar: ground.calendar,
    plateColor,
    ...(vehicleKind ? { vehicleKind } : {}),
    ...(spotKind ? { spotKind } : {}),
    ...(past.covered ? { covered: past.covered } : {}),
    ...(past.settlements ? { paid: past.settlements } : {}),
    ...(earlier ? { earlier: earlier.get(key) ?? [] } : {}),
  });
  if (earlier) {
    const reachMs = enteredAtMs - LINKED_MS;
    const linked = (earlier.get(key) ?? []).filter((one) => one.exitAtMs >= reachMs);
    earlier.set(key, [...linked, { enteredAtMs, exitAtMs, lines }]);
  }
  return {
    orderId: past.id,
    orderNo: past.orderNo,
    plate: past.plate,
    lotId: past.lotId,
    lotName: lot.name,
    vehicleKind,
    plateColor,
    entry: '',
    exit: '',
    beforeFen: Math.max(0, past.feeFen - past.reducedFen),
    afterFen: past.isFree ? 0 : Math.max(0, totalFen - (past.reducedFen - past.coveredFen)),
    day,
  };
}

const HEAD =
  '订单号/Order no,车牌/Plate,车场/Lot,入场/Entry,离场/Exit,车型/Vehicle kind,原费用/Before,新费用/After,变化/Change';

function lineOf(stay: TalliedStay): string {
  const { orderNo, plate, lotName, entry, exit, vehicleKind, beforeFen, afterFen } = stay;
  const cells = [orderNo, plate, lotName, entry, exit, vehicleKind ?? ''].map(asText);
  return csvLine([...cells, ...[beforeFen, afterFen, afterFen - beforeFen].map(formatYuan)]);
}

/** How many stays are priced, of how many. */
export type NoteReplay = (progress: { readonly done: number; readonly total: number }) => void;

/** Reprices the stays of a replay page by page and appends every stay whose fee changes to a CSV file at a path. */
export async function runReplay(
  database: Database,
  tenantId: number,
  run: ReplayRun,
  path: string,
  note: NoteReplay,
  pageSize = PAGE_SIZE,
): Promise<ReplayResult> {
  const who = systemWho(tenantId);
  const read = (after: StayPlace | null) =>
    database.inTenant(who, (tx) => findStays(tx, run, after, pageSize), { isRead: true });
  const { ground, total } = await database.inTenant(
    who,
    async (tx) => ({
      ground: await readReplayGround(tx, run.chargeRuleId, run.lotIds),
      total: await countStays(tx, run),
    }),
    { isRead: true },
  );
  const tally = new ReplayTally();
  const earlier: EarlierStays | null = run.tariff.linking ? new Map() : null;
  await writeFile(path, `\uFEFF${HEAD}\r\n`);
  let done = 0;
  let page = await read(null);
  for (;;) {
    // Reads the next page while this one is priced.
    const next = page.length === pageSize ? read(page.at(-1)!) : Promise.resolve([]);
    next.catch(() => undefined);
    let lines = '';
    for (const past of page) {
      const stay = replayStay(ground, run, past, earlier);
      if (!stay) {
        tally.skipped += 1;
        continue;
      }
      if (stay.afterFen !== stay.beforeFen) {
        const { timeZone } = ground.lots.get(past.lotId)!;
        stay.entry = wallTime(past.enteredMicros / 1000, timeZone).replace('T', ' ');
        stay.exit = wallTime(past.leftMicros / 1000, timeZone).replace('T', ' ');
        lines += lineOf(stay);
      }
      tally.add(stay);
    }
    if (lines) await appendFile(path, lines);
    done += page.length;
    note({ done, total: Math.max(done, total) });
    if (page.length < pageSize) break;
    page = await next;
  }
  return tally.result();
}
