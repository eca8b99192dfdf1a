import { wallTime } from '@boyun/domain/period';
import type { Input, Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { CustomerChannel } from '../customer/customer.contract.ts';
import type { previewCampaign } from './sms.contract.ts';

/** Which customers an SMS goes to. */
export type Audience = Omit<Input<typeof previewCampaign>, 'templateId'>;

const MATCHES = `select c.id, c.mobile, c.name, c.stop_code, c.sms_agreed_at is not null as is_agreed from customer c
  where c.tenant_id = $1 and c.state = 'normal'
    and ($2::text is null or c.channel = $2)
    and ($3::timestamptz is null or c.registered_at >= $3)
    and ($4::timestamptz is null or c.seen_at is null or c.seen_at < $4)
    and (not $5::boolean or exists (select from customer_car_fact a where a.tenant_id = c.tenant_id and a.customer_id = c.id))
    and ($6::uuid is null and $7::int is null or exists (
      select from customer_car_fact a join stay_fact o on o.tenant_id = a.tenant_id and o.plate = a.plate
      where a.tenant_id = c.tenant_id and a.customer_id = c.id and ($6::uuid is null or o.lot_id = $6)
        and ($7::int is null or o.entered_at > $8::timestamptz - make_interval(days => $7::int))))`;

const valuesOf = (tx: TenantTx, given: Audience) => [
  tx.tenantId,
  given.channel,
  given.registeredFrom,
  given.seenBefore,
  given.hasCar,
  given.lotId,
  given.withinDays,
  tx.now,
];

/** Counts the customers of an audience, and those of them an SMS may go to. */
export async function countAudience(tx: TenantTx, given: Audience, isAdvertising: boolean) {
  const [row] = await tx.query<{ matchCount: number; receiverCount: number; examples: string[] | null }>(
    `select count(*)::int as "matchCount", count(*) filter (where m.is_agreed or not $9::boolean)::int as "receiverCount",
       (array_agg(m.mobile order by m.id) filter (where m.is_agreed or not $9::boolean))[1:5] as examples
     from (${MATCHES}) m`,
    [...valuesOf(tx, given), isAdvertising],
  );
  return { ...row!, examples: row!.examples ?? [] };
}

/** Enters the customers of an audience as receivers of a campaign; returns how many there are. */
export async function enterReceivers(
  tx: TenantTx,
  campaignId: string,
  given: Audience,
  isAdvertising: boolean,
): Promise<number> {
  const rows = await tx.query(
    `insert into sms_receiver (tenant_id, id, campaign_id, customer_id, masked_mobile)
     select $1, gen_random_uuid(), $10, m.id, left(m.mobile, 3) || '****' || right(m.mobile, 4) from (${MATCHES}) m
     where m.is_agreed or not $9::boolean returning id`,
    [...valuesOf(tx, given), isAdvertising, campaignId],
  );
  return rows.length;
}

/** Says in words whom an audience includes. */
export async function audienceWords(tx: TenantTx, given: Audience): Promise<Label> {
  const [lot] = given.lotId
    ? await tx.query<{ name: string }>('select name from lot_fact where tenant_id = $1 and id = $2', [
        tx.tenantId,
        given.lotId,
      ])
    : [];
  const day = (at: Date) => wallTime(at.getTime(), tx.who.zone).slice(0, 10);
  const parts: Label[] = [];
  if (given.channel) parts.push(CustomerChannel[given.channel]);
  if (given.registeredFrom)
    parts.push({ zh: `${day(given.registeredFrom)}起注册`, en: `registered from ${day(given.registeredFrom)}` });
  if (given.seenBefore)
    parts.push({ zh: `${day(given.seenBefore)}后未使用`, en: `not seen since ${day(given.seenBefore)}` });
  if (given.hasCar) parts.push({ zh: '有认证车辆', en: 'with a certified car' });
  if (lot) parts.push({ zh: `停过${lot.name}`, en: `parked in ${lot.name}` });
  if (given.withinDays)
    parts.push({ zh: `${given.withinDays}天内停过车`, en: `parked within ${given.withinDays} days` });
  if (parts.length === 0) return { zh: '全部客户', en: 'All customers' };
  return { zh: parts.map((one) => one.zh).join('，'), en: parts.map((one) => one.en).join(', ') };
}
