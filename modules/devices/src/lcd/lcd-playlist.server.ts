import { wallTime } from '@boyun/domain/period';
import { disabledReason, Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, type ResourceHooks, serveResource, type TenantTx } from '@boyun/kernel/server';
import { playlistPublished, playlistWithdrawn } from './lcd-event.contract.ts';
import {
  lcdPlaylist,
  lcdPlaylistRefusal,
  playlistTransitions,
  publishPlaylist,
  withdrawPlaylist,
} from './lcd-playlist.contract.ts';

type Playlist = Row<typeof lcdPlaylist>;

/** The files of a playlist a display keeps, in megabytes. */
const MOST_MB = 200;

function requireState(tx: TenantTx, row: Pick<Playlist, 'state'>, act: keyof typeof playlistTransitions): void {
  const reason = disabledReason(playlistTransitions, act, row.state);
  if (reason) throw new Refusal(lcdPlaylistRefusal['not-possible'], { reason: reason[tx.who.language] });
}

const hooks: ResourceHooks<typeof lcdPlaylist> = {
  async beforeWrite(tx, values, before) {
    if (before) requireState(tx, before, 'change');
    const row = { ...before, ...values };
    if (Boolean(row.dailyFrom) !== Boolean(row.dailyTo)) throw new Refusal(lcdPlaylistRefusal['hours-incomplete']);
    if (row.validUntil && row.validUntil < row.validFrom!) throw new Refusal(lcdPlaylistRefusal['wrong-days']);
    return values;
  },
  async beforeDelete(tx, row) {
    requireState(tx, row, 'change');
  },
};

/** The table of playlists; a published one is taken off before it changes. */
export const lcdPlaylistServer = serveResource(lcdPlaylist, hooks);

async function requirePlaylist(tx: TenantTx, id: string): Promise<Playlist> {
  const [row] = await tx.query<Playlist>(
    `select id, name, state, programme_ids, lot_ids, valid_until from lcd_playlist
     where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, lcdPlaylist.title);
  return row;
}

/** Refuses programmes that cannot be shown, and more than a display keeps. */
async function requireShowable(tx: TenantTx, { programmeIds }: Playlist): Promise<void> {
  const rows = await tx.query<{ name: string; isGood: boolean; bytes: number }>(
    `select p.name, p.is_active and (p.kind not in ('picture', 'video') or f.key is not null) as "isGood", coalesce(f.bytes, 0) as bytes
     from lcd_programme p left join lcd_file f on f.tenant_id = p.tenant_id and f.key = p.file
     where p.tenant_id = $1 and p.id = any($2)`,
    [tx.tenantId, programmeIds],
  );
  const bad = rows.find((one) => !one.isGood);
  if (bad) throw new Refusal(lcdPlaylistRefusal['not-shown'], { name: bad.name });
  const size = Math.ceil(rows.reduce((sum, one) => sum + one.bytes, 0) / 1_000_000);
  if (size > MOST_MB) throw new Refusal(lcdPlaylistRefusal['too-large'], { size, limit: MOST_MB });
}

async function setState(tx: TenantTx, row: Playlist, state: Playlist['state']): Promise<void> {
  const isPublished = state === 'published';
  await tx.query(
    `update lcd_playlist set state = $3, published_at = $4, published_by = $5, version = version + 1, updated_at = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, state, isPublished ? tx.now : null, isPublished ? tx.who.name : null, tx.now],
  );
  const event = isPublished ? playlistPublished : playlistWithdrawn;
  tx.emit(event, { subjectId: row.id, data: { lcdPlaylistId: row.id, name: row.name } });
}

const subjectOf = ({ id, name }: Playlist) => ({ subjectKind: lcdPlaylist.name, subjectId: id, subject: name });

/** Publishing playlists and taking them off. */
export const lcdPlaylistServers = [
  handle(publishPlaylist, async (tx, { lcdPlaylistId }, act) => {
    const row = await requirePlaylist(tx, lcdPlaylistId);
    requireState(tx, row, 'publish');
    const today = wallTime(tx.now.getTime(), tx.who.zone).slice(0, 10);
    if (row.validUntil && row.validUntil < today) throw new Refusal(lcdPlaylistRefusal['is-over']);
    await requireShowable(tx, row);
    await setState(tx, row, 'published');
    act.describe({ ...subjectOf(row), after: { programmes: row.programmeIds.length } });
    return {};
  }),
  handle(withdrawPlaylist, async (tx, { lcdPlaylistId }, act) => {
    const row = await requirePlaylist(tx, lcdPlaylistId);
    requireState(tx, row, 'withdraw');
    await setState(tx, row, 'draft');
    act.describe(subjectOf(row));
    return {};
  }),
];
