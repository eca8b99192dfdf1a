import { readSetting } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { consentRefusal } from './consent.contract.ts';
import { customerConsented } from './consent-event.contract.ts';
import { standardText } from './standard-text.service.ts';

interface PrivacyText {
  readonly version: number;
  readonly textZh: string;
  readonly textEn: string;
}

/** Returns what pages call the operator. */
export async function nameOfTenant(tx: TenantTx): Promise<string> {
  const { brandName, name } = await readSetting(tx);
  return brandName ?? name;
}

/** Returns the privacy text that holds: the last one the tenant published, else the product's own. */
export async function currentText(tx: TenantTx): Promise<PrivacyText> {
  const [row] = await tx.query<PrivacyText>(
    'select version, text_zh, text_en from privacy_text where tenant_id = $1 order by version desc limit 1',
    [tx.tenantId],
  );
  if (row) return row;
  const { zh, en } = standardText(await nameOfTenant(tx));
  return { version: 0, textZh: zh, textEn: en };
}

/** Returns the privacy text in the caller's language. */
export async function shownText(tx: TenantTx): Promise<{ consentVersion: number; consentText: string }> {
  const { version, textZh, textEn } = await currentText(tx);
  return { consentVersion: version, consentText: tx.who.language === 'zh' ? textZh : textEn };
}

/** Whether a customer agreed to the text that holds now. */
export async function hasConsented(tx: TenantTx, customerId: string): Promise<boolean> {
  const { version } = await currentText(tx);
  const [row] = await tx.query(
    'select 1 as one from customer_consent where tenant_id = $1 and customer_id = $2 and version = $3',
    [tx.tenantId, customerId, version],
  );
  return row !== undefined;
}

/** Refuses a version that does not hold any more, before anything is done with it. */
export async function requireCurrent(tx: TenantTx, version: number): Promise<void> {
  if ((await currentText(tx)).version !== version) throw new Refusal(consentRefusal.changed);
}

/** Records that a customer agreed to a version, once. */
export async function recordConsent(tx: TenantTx, customerId: string, version: number, address: string): Promise<void> {
  const made = await tx.query(
    `insert into customer_consent (tenant_id, id, customer_id, version, at, address) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, customer_id, version) do nothing returning id`,
    [tx.tenantId, tx.newId(), customerId, version, tx.now, address],
  );
  if (made.length > 0) tx.emit(customerConsented, { lotId: null, subjectId: customerId, data: { version } });
}
