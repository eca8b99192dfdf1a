import { maskPhone } from '@boyun/kernel/contract';
import { newCode, type TenantTx } from '@boyun/kernel/server';
import { currentText } from '../consent/consent.service.ts';
import { stopSms } from './sms.contract.ts';
import { smsChosen, smsStopped } from './sms-event.contract.ts';

/** Whether a mobile is that of a customer who agreed to advertising and has not taken it back. */
export async function hasAgreedToSms(tx: TenantTx, mobile: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as one from customer where tenant_id = $1 and mobile = $2 and state = 'normal' and sms_agreed_at is not null`,
    [tx.tenantId, mobile],
  );
  return rows.length > 0;
}

/** Notes that a customer agrees to advertising, under the privacy text that holds, or takes it back. */
export async function chooseSms(tx: TenantTx, customerId: string, isAgreed: boolean): Promise<void> {
  const { version } = await currentText(tx);
  const changed = await tx.query(
    `update customer set sms_agreed_at = case when $3 then $4::timestamptz end, sms_agreed_version = case when $3 then $5::int end,
       stop_code = coalesce(stop_code, $6), updated_at = $4, version = version + 1
     where tenant_id = $1 and id = $2 and (sms_agreed_at is not null) <> $3 returning id`,
    [tx.tenantId, customerId, isAgreed, tx.now, version, newCode(tx)],
  );
  if (changed.length > 0) tx.emit(smsChosen, { lotId: null, subjectId: customerId, data: { isAgreed } });
}

/** Unsubscribes a locked customer who followed the link of an SMS or answered it. */
export async function unsubscribe(tx: TenantTx, { id, mobile }: { id: string; mobile: string }): Promise<void> {
  await chooseSms(tx, id, false);
  tx.emit(smsStopped, { lotId: null, subjectId: id, data: {} });
  tx.audit({ action: stopSms.audit!, subjectKind: 'customer', subjectId: id, subject: maskPhone(mobile), after: {} });
}

/** Unsubscribes the customer of a mobile; does nothing where nobody agreed. */
export async function unsubscribeMobile(tx: TenantTx, mobile: string): Promise<void> {
  const [customer] = await tx.query<{ id: string }>(
    'select id from customer where tenant_id = $1 and mobile = $2 and sms_agreed_at is not null for update',
    [tx.tenantId, mobile],
  );
  if (customer) await unsubscribe(tx, { id: customer.id, mobile });
}
