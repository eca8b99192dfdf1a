import { PRODUCT_VERSION, Refusal } from '@boyun/kernel/contract';
import { Conditions, handle, handleFreely, handleReport, type TenantTx } from '@boyun/kernel/server';
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
export const announcementReport = handleReport(announcementList, async (tx, filters, paging) => {
  const conditions = new Conditions()
    .add("(a.projects = '{}' or ? = any(a.projects))", filters.project)
    .add(
      "position(lower(?) in lower(a.number || ' ' || a.title_zh || ' ' || a.title_en || ' ' || a.body_zh || ' ' || a.body_en)) > 0",
      filters.text,
    );
  const where = `a.withdrawn_at is null and ${conditions.sql}`;
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from announcement a where ${where}`,
    conditions.values,
  );
  const tenant = conditions.place(tx.tenantId);
  const account = conditions.place(tx.who.userId);
  const rows = await tx.query<Record<string, never>>(
    `select a.id, a.at, a.number, a.title_zh as "titleZh", a.title_en as "titleEn", a.body_zh as "bodyZh",
       a.body_en as "bodyEn", a.projects, a.writer, s.seen_at is not null as "isSeen"
     from announcement a left join announcement_seen s
       on s.tenant_id = ${tenant} and s.account_id = ${account}::uuid and s.announcement_id = a.id
     where ${where} order by a.at desc, a.id desc`,
    conditions.values,
    paging,
  );
  return { rows, total: count!.total };
});
