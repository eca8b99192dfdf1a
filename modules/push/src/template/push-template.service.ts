import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { PushEvent } from '../event/push-event.contract.ts';

/** The texts of an event. */
export interface Words {
  readonly titleZh: string;
  readonly titleEn: string;
  readonly bodyZh: string;
  readonly bodyEn: string;
  readonly smsCode: string | null;
}

/** Returns a tenant's own texts by event. */
export async function ownWords(tx: TenantTx): Promise<ReadonlyMap<string, Words>> {
  const rows = await tx.query<Words & { event: string }>(
    `select event, title_zh, title_en, body_zh, body_en,
       sms_code from push_template where tenant_id = $1`,
    [tx.tenantId],
  );
  return new Map(rows.map((one) => [one.event, one]));
}

/** Returns the product's texts of an event. */
export function standardWords({ push: { title, body } }: PushEvent): Words {
  return { titleZh: title.zh, titleEn: title.en, bodyZh: body.zh, bodyEn: body.en, smsCode: null };
}

const PLACE = /\{(\w+)\}/g;

/** Returns the names in texts that are not placeholders of the event. */
export function unknownPlaces({ push: { placeholders } }: PushEvent, texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => [...text.matchAll(PLACE)].map((one) => one[1]!))
    .filter((name) => !(name in placeholders));
}

/** Fills placeholders in; an unknown value is omitted together with the spaces around it. */
export function fillIn(text: string, values: Readonly<Record<string, Label>>, language: keyof Label): string {
  return text
    .replace(PLACE, (_whole, name: string) => values[name]?.[language] ?? '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
