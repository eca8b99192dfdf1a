import { Refusal } from '@boyun/kernel/contract';
import {
  coversLots,
  handle,
  hashToken,
  newCode,
  notFound,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { wallScreen } from '../wall-screen/wall-screen.contract.ts';
import {
  createScreenLink,
  SHARED_SCREEN_PATH,
  screenLinkList,
  screenLinkRefusal,
  withdrawScreenLink,
} from './screen-link.contract.ts';
import { screenLinkCreated, screenLinkWithdrawn } from './screen-link-event.contract.ts';

const DAY_MS = 86_400_000;
/** Valid links of one screen. */
const MOST = 50;

/** Returns the name of a screen all of whose lots the caller may see: a link shows all of them. */
async function requireScreen(tx: TenantTx, id: string): Promise<string> {
  const [row] = await tx.query<{ name: string; lotIds: string[] }>(
    'select name, lot_ids from wall_screen where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, wallScreen.title);
  return row.name;
}

const createServer = handle(createScreenLink, async (tx, { wallScreenId, name, days }, act) => {
  const subject = await requireScreen(tx, wallScreenId);
  const [valid] = await tx.query<{ count: number }>(
    `select count(*)::int as count from screen_link
     where tenant_id = $1 and wall_screen_id = $2 and revoked_at is null and expires_at > $3`,
    [tx.tenantId, wallScreenId, tx.now],
  );
  if (valid!.count >= MOST) throw new Refusal(screenLinkRefusal['too-many'], { most: MOST });
  const id = tx.newId();
  const code = newCode(tx);
  const expiresAt = new Date(tx.now.getTime() + days * DAY_MS);
  await tx.query(
    `insert into screen_link (tenant_id, id, wall_screen_id, name, code_hash, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, id, wallScreenId, name, hashToken(code), tx.now, tx.who.name, expiresAt],
  );
  tx.emit(screenLinkCreated, { subjectId: id, data: { wallScreenId } });
  act.describe({ subjectKind: 'screen-link', subjectId: id, subject: `${subject} · ${name}`, after: { days } });
  return { id, path: `${SHARED_SCREEN_PATH}#${code}`, expiresAt };
});

const revokeServer = handle(withdrawScreenLink, async (tx, { screenLinkId }, act) => {
  const [row] = await tx.query<{ wallScreenId: string; name: string }>(
    'select wall_screen_id, name from screen_link where tenant_id = $1 and id::text = $2',
    [tx.tenantId, screenLinkId],
  );
  if (!row) throw notFound(tx.who, screenLinkList.title);
  const subject = await requireScreen(tx, row.wallScreenId);
  await tx.query(
    'update screen_link set revoked_at = coalesce(revoked_at, $3) where tenant_id = $1 and id::text = $2',
    [tx.tenantId, screenLinkId, tx.now],
  );
  tx.emit(screenLinkWithdrawn, { subjectId: screenLinkId, data: { wallScreenId: row.wallScreenId } });
  act.describe({ subjectKind: 'screen-link', subjectId: screenLinkId, subject: `${subject} · ${row.name}` });
  return {};
});

/** Making and revoking links. */
export const screenLinkServers = [createServer, revokeServer];

/** The links to screens of the caller's lots, the newest first. */
export const screenLinkReport = serveReport(screenLinkList, ({ tx }) => {
  const state = sql`case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${tx.now} then 'expired' else 'active' end`;
  return {
    from: 'screen_link',
    as: 'k',
    joins: 'join wall_screen w on w.tenant_id = k.tenant_id and w.id = k.wall_screen_id',
    lot: "(w.lot_ids = '{}' or w.lot_ids && ?::uuid[])",
    own: null,
    columns: { wallScreenName: 'w.name', state },
    filters: { state: (value) => sql`${state} = ${value}` },
    order: 'k.created_at desc, k.id desc',
  };
});
