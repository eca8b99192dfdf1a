import { namesOfRoles, requireRoles, withRoles } from '@boyun/access/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { containing, handle, handleFreely, serveReport, serveResource } from '@boyun/kernel/server';
import { confirm, pendingNotices } from './confirmation.service.ts';
import {
  confirmNotice,
  getPendingNotices,
  importantNotice,
  noticeConfirmationList,
  noticeRefusal,
} from './important-notice.contract.ts';

type Notice = Row<typeof importantNotice>;

/** SQL condition for the addressees `a` of a notice `n`: active staff with one of its roles. */
const AUDIENCE = `a.tenant_id = n.tenant_id and a.state = 'active' and not a.is_support
  and ${withRoles('n.role_ids')}`;
/** SQL join of an account's confirmation of the present edition. */
const CONFIRMATION = `left join important_notice_confirmation c on c.tenant_id = n.tenant_id and c.account_id = a.id
  and c.notice_id = n.id and c.edition = n.edition`;

/** Notices: the period must not be empty; a changed text must be confirmed again. */
export const importantNoticeServer = serveResource(importantNotice, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Notice;
    await requireRoles(tx, row.roleIds);
    if (row.validUntil && row.validUntil <= row.validFrom)
      throw new Refusal(noticeRefusal['wrong-time'], {}, [{ path: 'ValidUntil', ...noticeRefusal['wrong-time'] }]);
    if (!before) return { ...values, edition: 1, writer: tx.who.name };
    const isSame = row.name === before.name && row.body === before.body;
    return isSame ? values : { ...values, edition: before.edition + 1, writer: tx.who.name };
  },
  async afterRead(tx, rows) {
    const names = await namesOfRoles(tx);
    const counts = await tx.query<{ id: string; audienceCount: number; confirmedCount: number }>(
      `select n.id, count(a.id) as "audienceCount", count(c.account_id) as "confirmedCount"
       from important_notice n join account_fact a on ${AUDIENCE} ${CONFIRMATION}
       where n.tenant_id = $1 and n.id = any($2::uuid[]) group by n.id`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    for (const row of rows) {
      const found = counts.find((one) => one.id === row.id);
      row.roleNames = names(row.roleIds);
      row.audienceCount = found?.audienceCount ?? 0;
      row.confirmedCount = found?.confirmedCount ?? 0;
    }
  },
});

/** Pending notices of the caller, and their confirmation. */
export const importantNoticeOperations = [
  handle(getPendingNotices, async (tx) => ({ notices: await pendingNotices(tx) })),
  handleFreely(confirmNotice, (kernel, { noticeId, edition }, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      await confirm(tx, noticeId, edition);
      return {};
    }),
  ),
];

/** The addressees of a notice with their confirmations. */
export const noticeConfirmationReport = serveReport(noticeConfirmationList, ({ filters }) => ({
  from: 'important_notice',
  as: 'n',
  joins: `join account_fact a on ${AUDIENCE} ${CONFIRMATION}`,
  lot: null,
  own: null,
  where: filters.noticeId === null ? ['false'] : [],
  filters: {
    noticeId: 'n.id = ?::uuid',
    isConfirmed: '(c.account_id is not null) = ?',
    text: containing('a.name', 'a.account'),
  },
  columns: {
    id: 'a.id',
    name: 'a.name',
    account: 'a.account',
    isConfirmed: 'c.account_id is not null',
    confirmedAt: 'c.confirmed_at',
  },
  order: 'c.confirmed_at desc nulls first, a.name, a.id',
  aggregates: {
    of: { confirmedCount: 'count(c.account_id)', pendingCount: 'count(*) - count(c.account_id)' },
  },
}));
