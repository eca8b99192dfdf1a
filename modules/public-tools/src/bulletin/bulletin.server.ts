import { namesOfRoles, requireRoles } from '@boyun/access/server';
import { disabledReason, kernelRefusal, Refusal, type Row } from '@boyun/kernel/contract';
import {
  containing,
  coversLots,
  handle,
  handleFreely,
  notFound,
  serveReport,
  serveResource,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { plainText, sanitized } from '../rich-text/sanitize.service.ts';
import { AUDIENCE, countReaders, findForReader, isShownAt, RECEIPT } from './audience.queries.ts';
import {
  type BulletinState,
  bulletin,
  bulletinReading,
  bulletinReceiptList,
  bulletinRefusal,
  bulletinTransitions,
  getBulletin,
  publishBulletin,
  readBulletin,
  withdrawBulletin,
} from './bulletin.contract.ts';
import { bulletinPublished, bulletinRead, bulletinWithdrawn } from './bulletin-event.contract.ts';

type Bulletin = Row<typeof bulletin>;

const EXCERPT_LENGTH = 120;

function refuseAt(path: string, rule: (typeof bulletinRefusal)[keyof typeof bulletinRefusal]): never {
  throw new Refusal(rule, {}, [{ path, zh: rule.zh, en: rule.en }]);
}

/** Announcements: the text is sanitised, the period must not be empty, and a changed text is unread again. */
export const bulletinServer = serveResource(bulletin, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Bulletin;
    if (before?.state === 'withdrawn') throw new Refusal(bulletinRefusal.withdrawn);
    await requireRoles(tx, row.roleIds);
    if (row.validUntil && row.validUntil <= row.validFrom) refuseAt('ValidUntil', bulletinRefusal['wrong-time']);
    const body = sanitized(row.body);
    const words = plainText(body);
    if (words === '') refuseAt('Body', bulletinRefusal.empty);
    const written = { ...values, body, excerpt: words.slice(0, EXCERPT_LENGTH) };
    if (!before) return { ...written, edition: 1, writer: tx.who.name };
    const isSame = row.name === before.name && body === before.body;
    return isSame || before.state === 'draft'
      ? { ...written, writer: before.writer }
      : { ...written, edition: before.edition + 1, writer: tx.who.name };
  },
  async afterRead(tx, rows) {
    const names = await namesOfRoles(tx);
    const counts = await countReaders(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const found = counts.find((one) => one.id === row.id);
      row.roleNames = names(row.roleIds);
      row.audienceCount = found?.audienceCount ?? 0;
      row.readCount = found?.readCount ?? 0;
    }
  },
});

/** Moves an announcement that the caller may change to another state. */
async function move(tx: TenantTx, id: string, act: keyof typeof bulletinTransitions): Promise<Bulletin> {
  const [row] = await tx.query<Bulletin>(
    'select name, state, edition, lot_ids, valid_until from bulletin where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, bulletin.title);
  if (disabledReason(bulletinTransitions, act, row.state as BulletinState)) throw new Refusal(bulletinRefusal[act]);
  if (act === 'publish' && row.validUntil && row.validUntil <= tx.now) throw new Refusal(bulletinRefusal.over);
  await tx.query(
    `update bulletin set state = $3, published_at = case when $3 = 'published' then $4 else published_at end,
       updated_at = $4, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, bulletinTransitions[act].to, tx.now],
  );
  return row;
}

const described = (id: string, row: Bulletin, after: BulletinState) => ({
  subjectKind: bulletin.name,
  subjectId: id,
  subject: row.name,
  before: { state: row.state },
  after: { state: after },
});

/** Publishing, withdrawing and reading. */
export const bulletinOperations = [
  handle(publishBulletin, async (tx, { bulletinId }, act) => {
    const row = await move(tx, bulletinId, 'publish');
    tx.emit(bulletinPublished, { subjectId: bulletinId, data: { edition: row.edition } });
    act.describe(described(bulletinId, row, 'published'));
    return {};
  }),
  handle(withdrawBulletin, async (tx, { bulletinId }, act) => {
    const row = await move(tx, bulletinId, 'withdraw');
    tx.emit(bulletinWithdrawn, { subjectId: bulletinId, data: { edition: row.edition } });
    act.describe(described(bulletinId, row, 'withdrawn'));
    return {};
  }),
  handle(getBulletin, async (tx, { bulletinId }) => {
    const row = await findForReader(tx, bulletinId);
    if (!row) throw new Refusal(kernelRefusal['not-found'], { what: getBulletin.title[tx.who.language] });
    return row;
  }),
  // Reading the same edition again changes nothing, so that it is neither an event nor an audit entry.
  handleFreely(readBulletin, (kernel, { bulletinId, edition }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const row = await findForReader(tx, bulletinId);
      if (!row) throw notFound(tx.who, getBulletin.title);
      if (row.edition !== edition) throw new Refusal(bulletinRefusal.changed);
      const { userId } = tx.who;
      const written = await tx.query(
        `insert into bulletin_receipt (tenant_id, account_id, bulletin_id, edition, read_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing returning account_id`,
        [tx.tenantId, userId, bulletinId, edition, tx.now],
      );
      if (written.length > 0) {
        tx.emit(bulletinRead, { subjectId: bulletinId, data: { accountId: userId, edition } });
        const action = readBulletin.audit!;
        tx.audit({ action, subjectKind: bulletin.name, subjectId: bulletinId, subject: row.name, after: { edition } });
      }
      return {};
    }),
  ),
];

/** The current announcements to the caller. */
export const bulletinReadingReport = serveReport(bulletinReading, ({ tx, who }) => ({
  from: 'bulletin',
  as: 'b',
  joins: `join account_fact a on ${AUDIENCE} ${RECEIPT}`,
  lot: null,
  own: null,
  where: [sql`a.id = ${who.userId}::uuid`, isShownAt(tx.now)],
  filters: { text: containing('b.name', 'b.excerpt'), isRead: '(r.account_id is not null) = ?' },
  columns: { isRead: 'r.account_id is not null', readAt: 'r.read_at' },
  order: 'b.is_pinned desc, b.valid_from desc, b.id desc',
  aggregates: { of: { unreadCount: 'count(*) - count(r.account_id)' } },
}));

/** The addressees of an announcement with their receipts. */
export const bulletinReceiptReport = serveReport(bulletinReceiptList, ({ filters }) => ({
  from: 'bulletin',
  as: 'b',
  joins: `join account_fact a on ${AUDIENCE} ${RECEIPT}`,
  lot: "(b.lot_ids = '{}' or b.lot_ids && ?::uuid[])",
  own: null,
  where: filters.bulletinId === null ? ['false'] : [],
  filters: {
    bulletinId: 'b.id = ?::uuid',
    isRead: '(r.account_id is not null) = ?',
    text: containing('a.name', 'a.account'),
  },
  columns: {
    id: 'a.id',
    name: 'a.name',
    account: 'a.account',
    isRead: 'r.account_id is not null',
    readAt: 'r.read_at',
  },
  order: 'r.read_at desc nulls first, a.name, a.id',
  aggregates: {
    of: { readCount: 'count(r.account_id)', unreadCount: 'count(*) - count(r.account_id)' },
  },
}));
