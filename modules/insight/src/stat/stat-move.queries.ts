import { deriveFrom, onEvent } from '@boyun/kernel/contract';
import type { EventRow, Query } from '@boyun/kernel/server';
import { stayClosed, stayLeft, stayOpened, stayRecounted, stayRestored, stayVoided } from '@boyun/orders/contract';
import { passagesOf } from './count-event.service.ts';

/** A quarter of an hour. */
export const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

interface Move {
  readonly tenantId: number;
  readonly lotId: string;
  readonly start: Date;
  entries: number;
  exits: number;
  change: number;
  seconds: number;
}

/** By how much an event changes the number of cars inside. */
const MOVED = [
  onEvent(stayOpened, () => 1),
  onEvent(stayLeft, () => -1),
  onEvent(stayClosed, () => -1),
  onEvent(stayVoided, ({ wasInside }) => (wasInside ? -1 : 0)),
  onEvent(stayRestored, ({ wasInside }) => (wasInside ? 1 : 0)),
  onEvent(stayRecounted, ({ insideChange }) => insideChange),
];

function sumMoves(events: readonly EventRow[], lengthMs: number): Move[] {
  const moves = new Map<string, Move>();
  for (const { tenantId, lotId, at, ...event } of events) {
    const { entries, exits } = passagesOf(event);
    const change = deriveFrom(MOVED, event) ?? 0;
    if (lotId === null || (entries === 0 && exits === 0 && change === 0)) continue;
    const startMs = Math.floor(at.getTime() / lengthMs) * lengthMs;
    const key = `${tenantId} ${lotId} ${startMs}`;
    const none = { tenantId, lotId, start: new Date(startMs), entries: 0, exits: 0, change: 0, seconds: 0 };
    const move = moves.get(key) ?? none;
    move.entries += entries;
    move.exits += exits;
    move.change += change;
    // Truncated to whole seconds per event, so that a later correction subtracts exactly what was counted.
    move.seconds += change * Math.floor((startMs + lengthMs - at.getTime()) / 1000);
    moves.set(key, move);
  }
  return [...moves.values()];
}

/** Adds the changes by events to the quarters and days of their lots. */
export async function applyMoves(
  query: Query,
  events: readonly EventRow[],
  table: (name: string) => string,
): Promise<void> {
  const quarters = sumMoves(events, QUARTER_MS);
  if (quarters.length === 0) return;
  await query(
    `insert into ${table('stat_quarter')} as s (tenant_id, lot_id, quarter, entries, exits, inside_change, inside_seconds)
     select * from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::bigint[])
     on conflict (tenant_id, quarter, lot_id) do update set entries = s.entries + excluded.entries,
       exits = s.exits + excluded.exits, inside_change = s.inside_change + excluded.inside_change,
       inside_seconds = s.inside_seconds + excluded.inside_seconds`,
    [
      ...placesOf(quarters),
      quarters.map((one) => one.entries),
      quarters.map((one) => one.exits),
      quarters.map((one) => one.change),
      quarters.map((one) => one.seconds),
    ],
  );
  const days = sumMoves(events, DAY_MS);
  await query(
    `insert into ${table('stat_day')} as s (tenant_id, lot_id, day, inside_change)
     select tenant_id, lot_id, (start at time zone 'UTC')::date, change
     from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::int[]) as m(tenant_id, lot_id, start, change)
     on conflict (tenant_id, lot_id, day) do update set inside_change = s.inside_change + excluded.inside_change`,
    [...placesOf(days), days.map((one) => one.change)],
  );
}

const placesOf = (moves: readonly Move[]) => [
  moves.map((one) => one.tenantId),
  moves.map((one) => one.lotId),
  moves.map((one) => one.start),
];
