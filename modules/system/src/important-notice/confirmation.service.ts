import { withRoles } from '@boyun/access/server';
import { type Output, Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { confirmNotice, type getPendingNotices, importantNotice, noticeRefusal } from './important-notice.contract.ts';
import { noticeConfirmed } from './important-notice-event.contract.ts';

type Pending = Output<typeof getPendingNotices>['notices'][number];

/** Returns the current notices addressed to the caller whose present edition the caller has not confirmed. */
export function pendingNotices(tx: TenantTx, noticeId: string | null = null): Promise<Pending[]> {
  return tx.query<Pending>(
    `select n.id as "noticeId", n.edition, n.name, n.body, n.writer, n.valid_from
     from important_notice n
     join account_fact a on a.tenant_id = n.tenant_id and a.id = $2 and not a.is_support
     where n.tenant_id = $1 and n.is_active and n.valid_from <= $3 and (n.valid_until is null or n.valid_until > $3)
       and ($4::uuid is null or n.id = $4)
       and ${withRoles('n.role_ids')}
       and not exists (select from important_notice_confirmation c
         where c.tenant_id = n.tenant_id and c.account_id = a.id and c.notice_id = n.id and c.edition = n.edition)
     order by n.valid_from, n.id limit 50`,
    [tx.tenantId, tx.who.userId, tx.now, noticeId],
  );
}

/** Records that the caller has read an edition of a notice; idempotent. */
export async function confirm(tx: TenantTx, noticeId: string, edition: number): Promise<void> {
  const { userId } = tx.who;
  const [known] = await tx.query(
    `select 1 from important_notice_confirmation
     where tenant_id = $1 and account_id = $2 and notice_id = $3 and edition = $4`,
    [tx.tenantId, userId, noticeId, edition],
  );
  if (known) return;
  const [notice] = await pendingNotices(tx, noticeId);
  if (!notice) throw notFound(tx.who, importantNotice.title);
  if (notice.edition !== edition) throw new Refusal(noticeRefusal.changed);
  await tx.query(
    `insert into important_notice_confirmation (tenant_id, account_id, notice_id, edition, confirmed_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [tx.tenantId, userId, noticeId, edition, tx.now],
  );
  const action = confirmNotice.audit!;
  tx.emit(noticeConfirmed, { subjectId: noticeId, data: { accountId: userId, edition } });
  tx.audit({ action, subjectKind: 'important-notice', subjectId: noticeId, subject: notice.name, after: { edition } });
}
