import { PRODUCT_VERSION, Refusal } from '@boyun/kernel/contract';
import { containing, handle, handleFreely, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { decideReviews } from '@boyun/reviews/contract';
import { countToDecide } from '@boyun/reviews/server';
import {
  announcementList,
  announcementRefusal,
  checkVersion,
  publishAnnouncement,
  seeAnnouncements,
  withdrawAnnouncement,
} from './announcement.contract.ts';
import { insertAnnouncement } from './announcement.service.ts';
import { announcementPublished, announcementsSeen, announcementWithdrawn } from './announcement-event.contract.ts';

/** Marks all announcements as seen by the caller and returns how many were new. */
async function seeAll(tx: TenantTx): Promise<number> {
  const seen = await tx.query(
    `insert into announcement_seen (tenant_id, account_id, announcement_id, seen_at)
     select $1, $2, id, $3 from announcement where withdrawn_at is null
     on conflict do nothing
     returning announcement_id`,
    [tx.tenantId, tx.who.userId, tx.now],
  );
  return seen.length;
}

/** Operations on version announcements. */
export const announcementOperations = [
  handle(checkVersion, async (tx, { product, project }) => {
    const unseen = await tx.query(
      `select 1 from announcement a
       where a.withdrawn_at is null and a.has_review and a.product = $3 and (a.projects = '{}' or $4 = any(a.projects))
         and not exists (select from announcement_seen s
           where s.tenant_id = $1 and s.account_id = $2 and s.announcement_id = a.id) limit 1`,
      [tx.tenantId, tx.who.userId, product, project],
    );
    const { who } = tx;
    const openReviews = who.isAdmin || who.permissions.has(decideReviews.name) ? await countToDecide(tx) : 0;
    const hasAnnouncement = unseen.length > 0;
    const isReviewNeeded = hasAnnouncement || openReviews > 0;
    return { isReviewNeeded, hasAnnouncement, openReviews, version: PRODUCT_VERSION };
  }),
  handleFreely(seeAnnouncements, (kernel, _input, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      const seenCount = await seeAll(tx);
      const { userId, account } = tx.who;
      // Seeing the same announcements again changes nothing.
      if (seenCount > 0) {
        const action = seeAnnouncements.audit!;
        tx.emit(announcementsSeen, { subjectId: userId, data: { accountId: userId, seenCount } });
        tx.audit({ action, subjectKind: 'account', subjectId: userId, subject: account, after: { seenCount } });
      }
      return { seenCount };
    }),
  ),
  handle(publishAnnouncement, async (tx, input, act) => {
    const id = await insertAnnouncement(tx, input);
    tx.emit(announcementPublished, { subjectId: id, data: { number: input.number } });
    act.describe({ subjectKind: 'announcement', subjectId: id, subject: input.number });
    return { id };
  }),
  handle(withdrawAnnouncement, async (tx, { announcementId }, act) => {
    const [row] = await tx.query<{ number: string; title: string }>(
      `update announcement set withdrawn_at = $2, version = version + 1 where id = $1 and withdrawn_at is null
       returning number, title_zh as title`,
      [announcementId, tx.now],
    );
    if (!row) throw new Refusal(announcementRefusal['not-found']);
    tx.emit(announcementWithdrawn, { subjectId: announcementId, data: { number: row.number } });
    act.describe({ subjectKind: 'announcement', subjectId: announcementId, subject: row.number, before: row });
    return {};
  }),
];

/** The version history. */
export const announcementReport = serveReport(announcementList, ({ tx }) => ({
  from: 'announcement',
  as: 'a',
  tenant: null,
  columnJoins: sql`left join announcement_seen s
    on s.tenant_id = ${tx.tenantId} and s.account_id = ${tx.who.userId}::uuid and s.announcement_id = a.id`,
  lot: null,
  own: null,
  where: ['a.withdrawn_at is null'],
  filters: {
    project: "(a.projects = '{}' or ? = any(a.projects))",
    text: containing('a.number', 'a.title_zh', 'a.title_en', 'a.body_zh', 'a.body_en'),
  },
  columns: { isSeen: 's.seen_at is not null' },
  order: 'a.at desc, a.id desc',
}));
