import { createHash } from 'node:crypto';
import { channelDayOf, daysAfter, daysFrom } from '@boyun/domain/reconcile';
import { type Kernel, type Sweep, sweepFound, systemWho, type TenantTx } from '@boyun/kernel/server';
import { openDesk, type ProviderBill, providerOf } from '@boyun/money/server';
import {
  addProviderSources,
  type BillSource,
  findPayChannels,
  findSource,
  findSources,
} from '../bill-source/bill-source.queries.ts';
import { askComparison } from '../channel-day/ask-comparison.service.ts';
import { addDays, type ChannelDay, findDay, lockDay } from '../channel-day/channel-day.queries.ts';
import { insertImport } from './bill-import.queries.ts';
import { IMPORT_JOB, markBilled } from './load-bill.service.ts';

const FETCH_JOB = 'bill-fetch';
const HOUR_MS = 3_600_000;
/** Providers keep bills for three months; older days are imported. */
const OLDEST_DAYS = 31;
/** A provider says that there is no bill before it has made one, too: where we have records it is believed after this time. */
const BELIEVED_AFTER_MS = 48 * HOUR_MS;
const FIRST_RETRY_MS = 10 * 60_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;

/** Adds yesterday for all sources, and asks for the bills that should be there by now. */
export const dueBills: Sweep = {
  name: 'due-bills',
  everySeconds: 300,
  async run(kernel) {
    await sweepFound(
      kernel,
      {
        sql: `select t.id as "tenantId" from tenant t where t.is_trial
                or exists (select from pay_channel_fact c where c.tenant_id = t.id and c.channel in ('wechat', 'alipay', 'unionpay'))
                or exists (select from bill_source s where s.tenant_id = t.id)`,
      },
      ({ tenantId }) => kernel.database.inTenant(systemWho(tenantId), (tx) => addMissingDays(kernel, tx)),
    );
    const now = kernel.clock.now();
    await sweepFound<{ readonly tenantId: number; readonly dayId: string }>(
      kernel,
      {
        sql: `select d.tenant_id, d.id as "dayId" from channel_day d
              where d.fetch_after <= $1 and d.state <> 'closed' order by d.fetch_after limit 200`,
        values: [now],
      },
      ({ tenantId, dayId }) => kernel.database.inTenant(systemWho(tenantId), (tx) => askBill(kernel, tx, dayId)),
    );
  },
};

/** Asks for the bill of a day; until it is there, it is asked for again after longer and longer times. */
export async function askBill(kernel: Pick<Kernel, 'jobs'>, tx: TenantTx, dayId: string): Promise<void> {
  await tx.query(
    `update channel_day set fetch_count = fetch_count + 1,
       fetch_after = $3::timestamptz + least($4 * power(2, least(fetch_count, 20)), $5) * interval '1 millisecond'
     where tenant_id = $1 and id = $2 and state <> 'closed'`,
    [tx.tenantId, dayId, tx.now, FIRST_RETRY_MS, LONGEST_RETRY_MS],
  );
  await kernel.jobs.send(tx, FETCH_JOB, { tenantId: tx.tenantId, dayId });
}

/** The first day of a source: that of its configuration or of its first payment; within the days that providers keep. */
async function firstDayOf(tx: TenantTx, source: BillSource, oldest: string): Promise<string | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    `select least(
       (select min(m.paid_at) from channel_money_fact m where m.tenant_id = $1 and m.channel = $2 and m.state = 'succeeded'
          and m.paid_at >= $3::date),
       case when $4 then (select s.created_at from bill_source s where s.tenant_id = $1 and s.id = $5) end) as at`,
    [tx.tenantId, source.channel, oldest, source.channel !== 'sandbox', source.id],
  );
  if (!row?.at) return null;
  const day = channelDayOf(source.channel!, row.at.getTime());
  return day > oldest ? day : oldest;
}

async function addMissingDays(kernel: Pick<Kernel, 'jobs'>, tx: TenantTx): Promise<void> {
  await addProviderSources(tx);
  for (const source of await findSources(tx, ['provider', 'acquirer'])) {
    const yesterday = daysAfter(channelDayOf(source.channel!, tx.now.getTime()), -1);
    const [last] = await tx.query<{ day: string | null }>(
      'select max(day) as day from channel_day where tenant_id = $1 and source_id = $2',
      [tx.tenantId, source.id],
    );
    const from = last?.day
      ? daysAfter(last.day, 1)
      : await firstDayOf(tx, source, daysAfter(yesterday, 1 - OLDEST_DAYS));
    if (from === null || from > yesterday) continue;
    const days = daysFrom(from, yesterday);
    const provider = source.kind === 'provider' ? providerOf(source.channel!) : null;
    await addDays(tx, source, days, provider?.billAfterHours ?? null);
    const added = await tx.query<{ id: string }>(
      'select id from channel_day where tenant_id = $1 and source_id = $2 and day >= $3 and compared_at is null',
      [tx.tenantId, source.id, from],
    );
    // Our side is counted before there is a bill.
    for (const { id } of added) await askComparison(kernel, tx, id);
  }
}

/** Fetches bills when asked to; several at a time, because providers take their time. */
export const workFetches = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(FETCH_JOB, ({ tenantId, dayId }) => fetchDay(kernel, Number(tenantId), String(dayId)), {
    isWaiting: true,
  });

/** Fetches the bill of a day from its provider, outside any transaction, and has it read. */
export async function fetchDay(kernel: Kernel, tenantId: number, dayId: string): Promise<void> {
  const who = systemWho(tenantId);
  const found = await kernel.database.inTenant(
    who,
    async (tx) => {
      const day = await findDay(tx, dayId);
      const source = day && (await findSource(tx, day.sourceId));
      const provider = source?.kind === 'provider' ? providerOf(source.channel!) : null;
      if (!day || !source || !provider || day.state === 'closed' || !(await provider.isOpen(tx))) return null;
      const [channel] = source.channel === 'sandbox' ? [] : await findPayChannels(tx, source);
      return { day, source, provider, payChannelId: channel?.id ?? null };
    },
    { isRead: true },
  );
  if (!found) return;
  const { day, source, provider, payChannelId } = found;
  try {
    const desk = await openDesk(kernel, tenantId, { channel: source.channel!, payChannelId });
    const bill = await provider.bill(desk, day.day);
    await (bill ? takeBill(kernel, tenantId, day, bill) : takeNone(kernel, tenantId, day));
  } catch (error) {
    kernel.log.warn({ tenantId, channel: source.channel, day: day.day, err: error }, 'a bill could not be fetched');
    await noteFailure(kernel, tenantId, dayId, (error as Error).message);
  }
}

/** Keeps a bill and has it read; one that was read before changes nothing. */
async function takeBill(
  kernel: Kernel,
  tenantId: number,
  day: ChannelDay,
  { name, bytes }: ProviderBill,
): Promise<void> {
  const fileKey = billKey(kernel, tenantId);
  await kernel.files.put(fileKey, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const isRepeated = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const given = {
      sourceId: day.sourceId,
      way: 'fetched',
      fileName: name,
      fileKey,
      sha256,
      byteCount: bytes.length,
    } as const;
    const taken = await insertImport(tx, { ...given, day: day.day });
    await tx.query('update channel_day set fetch_after = null where tenant_id = $1 and id = $2 and state <> $3', [
      ...[tx.tenantId, day.id, 'closed'],
    ]);
    if (!taken.isRepeated) await kernel.jobs.send(tx, IMPORT_JOB, { tenantId, importId: taken.importId });
    return taken.isRepeated;
  });
  if (isRepeated) await kernel.files.remove(fileKey);
}

/** A new key for the file of a bill. */
export const billKey = ({ clock, database }: Pick<Kernel, 'clock' | 'database'>, tenantId: number): string =>
  `${tenantId}/bill/${clock.now().toISOString().slice(0, 10)}/${database.newId()}.bin`;

/** The provider has no bill of a day: that is true where nothing was paid, and believed after a time. */
async function takeNone(kernel: Kernel, tenantId: number, { id, endsAt }: ChannelDay): Promise<void> {
  await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const day = await lockDay(tx, id);
    if (!day || day.state === 'closed') return;
    const isBelieved = day.oursFen === 0 || tx.now.getTime() - endsAt.getTime() > BELIEVED_AFTER_MS;
    if (!isBelieved) return;
    await markBilled(tx, id);
    await askComparison(kernel, tx, id);
  });
}

function noteFailure(kernel: Kernel, tenantId: number, dayId: string, message: string): Promise<unknown> {
  return kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query(`update channel_day set fetch_error = $3 where tenant_id = $1 and id = $2 and state <> 'closed'`, [
      ...[tx.tenantId, dayId, message.slice(0, 500)],
    ]),
  );
}
