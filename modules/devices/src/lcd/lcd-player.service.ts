import { createHash } from 'node:crypto';
import { wallTime } from '@boyun/domain/period';
import { type Input, singleSlot, type Values } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { lcdContent, syncLcd } from './lcd-player.contract.ts';

/** Returns the path of the code by which drivers pay at a lane, or in a lot where there is none. Filled by the module of passings. */
export const lcdPayPath =
  singleSlot<(tx: TenantTx, place: { readonly lotId: string; readonly laneId: string | null }) => Promise<string>>(
    'lcd.pay-path',
  );

type Sync = Input<typeof syncLcd>;
type Content = NonNullable<Values<{ content: typeof lcdContent }>['content']>;

/** A display, as it reports itself. */
export interface LcdPlayer {
  readonly id: string;
  readonly name: string;
  readonly lotId: string;
  readonly laneId: string | null;
  readonly isMuted: boolean;
  /** Its state before. */
  readonly before: string;
  readonly isNewBatch: boolean;
}

/** Notes a heartbeat and returns the display; null for a token that is none's. */
export async function noteSync(tx: TenantTx, tokenHash: string, sync: Sync): Promise<LcdPlayer | null> {
  const [row] = await tx.query<LcdPlayer>(
    `with old as (select id, state, play_batch from lcd where tenant_id = $1 and secret_hash = $2 and is_active for update)
     update lcd l set state = 'online', last_seen_at = $3, screen_size = $4, waiting_files = $5,
       play_batch = greatest(old.play_batch, $6),
       shown = (select name from lcd_programme p where p.tenant_id = $1 and p.id = $7)
     from old where l.tenant_id = $1 and l.id = old.id
     returning l.id, l.name, l.lot_id, l.lane_id, l.is_muted, old.state as before, $6 > old.play_batch as "isNewBatch"`,
    [tx.tenantId, tokenHash, tx.now, sync.screenSize, sync.waitingFiles, sync.batch, sync.programmeId],
  );
  return row ?? null;
}

/** A display without a line keeps its shows for a month; clocks that go ahead by less are corrected. */
const LONGEST_MS = 32 * 86_400_000;
const AHEAD_MS = 60_000;

/** Counts the shows of a batch, by the hour they began in. The clock of the display is corrected by its difference now. */
export async function countPlays(tx: TenantTx, { id, lotId }: LcdPlayer, { plays, sentAt }: Sync): Promise<void> {
  const nowMs = tx.now.getTime();
  const corrected = (at: Date) => new Date(at.getTime() + nowMs - sentAt.getTime());
  const good = plays
    .map((one) => ({ ...one, firstAt: corrected(one.firstAt), lastAt: corrected(one.lastAt) }))
    .filter(
      ({ firstAt, lastAt }) =>
        firstAt <= lastAt && firstAt.getTime() >= nowMs - LONGEST_MS && lastAt.getTime() <= nowMs + AHEAD_MS,
    );
  if (good.length === 0) return;
  await tx.query(
    `insert into lcd_play as s (tenant_id, id, lcd_id, programme_id, lot_id, hour, play_count, seconds, first_at, last_at)
     select $1, min(n.id::text)::uuid, $2, n.programme_id, $3, date_trunc('hour', n.first_at), sum(n.play_count), sum(n.seconds),
       min(n.first_at), max(n.last_at)
     from unnest($4::uuid[], $5::uuid[], $6::int[], $7::int[], $8::timestamptz[], $9::timestamptz[])
       as n(id, programme_id, play_count, seconds, first_at, last_at)
     join lcd_programme p on p.tenant_id = $1 and p.id = n.programme_id
     group by n.programme_id, date_trunc('hour', n.first_at)
     on conflict (tenant_id, lcd_id, programme_id, hour) do update set
       play_count = s.play_count + excluded.play_count, seconds = s.seconds + excluded.seconds,
       first_at = least(s.first_at, excluded.first_at), last_at = greatest(s.last_at, excluded.last_at)`,
    [
      tx.tenantId,
      id,
      lotId,
      good.map(() => tx.newId()),
      good.map((one) => one.programmeId),
      good.map((one) => one.playCount),
      good.map((one) => one.seconds),
      good.map((one) => one.firstAt),
      good.map((one) => one.lastAt),
    ],
  );
}

interface Place {
  readonly lotName: string;
  readonly zone: string;
  readonly laneName: string | null;
}

/** Returns what a display shows, now and later: the published playlists of its lot with their programmes. */
export async function readContent(tx: TenantTx, player: LcdPlayer, site: string | null): Promise<Content> {
  const [place] = await tx.query<Place>(
    `select l.name as "lotName", l.time_zone as zone, (select name from lane_fact n where n.tenant_id = $1 and n.id = $3) as "laneName"
     from lot_fact l where l.tenant_id = $1 and l.id = $2`,
    [tx.tenantId, player.lotId, player.laneId],
  );
  const today = wallTime(tx.now.getTime(), place!.zone).slice(0, 10);
  const playlists = await tx.query<Content['playlists'][number]>(
    `select id, programme_ids, days, daily_from, daily_to, valid_from, valid_until, is_alone from lcd_playlist
     where tenant_id = $1 and state = 'published' and (valid_until is null or valid_until >= $4::date - 1)
       and (lot_ids = '{}' or $2 = any(lot_ids)) and (lcd_ids = '{}' or $3 = any(lcd_ids))
     order by name, id limit 50`,
    [tx.tenantId, player.lotId, player.id, today],
  );
  const items = await tx.query<Content['items'][number]>(
    `select p.id, p.kind, p.name, p.file as "fileUrl", f.id::text as "fileId", coalesce(f.bytes, 0) as bytes, p.headline, p.words, p.look,
       coalesce(f.seconds, p.seconds) as seconds
     from lcd_programme p left join lcd_file f on f.tenant_id = p.tenant_id and f.key = p.file
     where p.tenant_id = $1 and p.id = any($2) and p.is_active and (p.kind not in ('picture', 'video') or f.id is not null)
     order by p.id limit 500`,
    [tx.tenantId, playlists.flatMap((one) => one.programmeIds)],
  );
  const payPath = items.some((one) => one.kind === 'pay-code') ? await tx.slots.find(lcdPayPath)?.(tx, player) : null;
  const content = {
    name: player.name,
    ...place!,
    isMuted: player.isMuted,
    payAddress: payPath ? (site ? new URL(payPath, site).href : payPath) : null,
    items,
    playlists,
  };
  const revision = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  return { revision, ...content };
}
