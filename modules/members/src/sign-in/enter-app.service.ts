import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { recordConsent, requireCurrent } from '../consent/consent.service.ts';
import type { NewCustomer } from '../customer/customer.queries.ts';
import { takeCustomer } from '../customer/customer.service.ts';
import { openSession } from '../session/driver-session.service.ts';
import { takeCode } from './app-code.service.ts';
import { appRefusal, signInApp } from './sign-in.contract.ts';

/** Whose phone it is, and how it calls. */
export interface ProvenPhone {
  readonly codeId: string;
  readonly smsCode: string;
  readonly consentVersion: number;
  readonly address: string;
  readonly agent: string | null;
}

/**
 * Signs the phone in that proved its number, as a customer who is made where the number is new. Null where the code is wrong, which the
 * caller refuses after the commit.
 */
export async function enterByCode(
  tx: TenantTx,
  { codeId, smsCode, consentVersion, address, agent }: ProvenPhone,
  more: Omit<NewCustomer, 'mobile' | 'language'>,
): Promise<{ token: string; isNew: boolean; customerId: string } | null> {
  await requireCurrent(tx, consentVersion);
  const mobile = await takeCode(tx, codeId, smsCode);
  if (!mobile) return null;
  const { row, isNew } = await takeCustomer(tx, { ...more, mobile, language: tx.who.language });
  if (row.state !== 'normal') throw new Refusal(appRefusal.frozen);
  await recordConsent(tx, row.id, consentVersion, address);
  const token = await openSession(tx, row.id, { address, agent });
  tx.audit({
    action: signInApp.audit!,
    subjectKind: 'customer',
    subjectId: row.id,
    subject: row.name ?? mobile,
    after: { address, isNew },
  });
  return { token, isNew, customerId: row.id };
}
