import type { PlateColor } from '@boyun/domain/plate';
import { type EventRow, type Jobs, type Kernel, type Query, systemWho, type TenantTx } from '@boyun/kernel/server';
import { DebitChannel } from '../debit-contract/debit-contract.contract.ts';
import { takeContract } from '../debit-contract/debit-contract.service.ts';
import { ProviderRefused } from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';

const ENTRY_JOB = 'debit-entry';

/** A stay as providers are told of it. */
export interface ToldStay {
  readonly subjectId: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly enteredAt: Date;
}

const debitChannels = Object.keys(DebitChannel);

/** Of a batch of events, those of tenants with a channel that is told of entries. */
export async function ofDebitingTenants(query: Query, events: readonly EventRow[]): Promise<readonly EventRow[]> {
  const rows = await query<{ tenantId: number }>(
    `select distinct tenant_id from pay_channel
     where is_enabled and has_auto_debit and tenant_id = any($1::int[]) and channel = any($2::text[])`,
    [[...new Set(events.map((one) => one.tenantId))], debitChannels.filter((one) => providerOf(one)?.debiting?.enter)],
  );
  const tenants = new Set(rows.map((one) => one.tenantId));
  return events.filter((one) => tenants.has(one.tenantId));
}

/** Has the providers told of a stay that began, which answer whether its plate can be debited; once for each. */
export async function tellEntry(tx: TenantTx, jobs: Jobs, stay: ToldStay): Promise<void> {
  const channels = await tx.query<{ channel: DebitChannel; id: string; isOn: boolean }>(
    `select distinct on (channel) channel, id, is_enabled and has_auto_debit as "isOn" from pay_channel
     where tenant_id = $1 and (lot_id = $2 or lot_id is null) order by channel, lot_id nulls last, is_enabled desc`,
    [tx.tenantId, stay.lotId],
  );
  for (const { channel, id: payChannelId, isOn } of channels) {
    if (!isOn || !providerOf(channel)?.debiting?.enter) continue;
    const [entry] = await tx.query<{ id: string }>(
      `insert into debit_entry (tenant_id, id, created_at, subject_id, channel, pay_channel_id, plate, plate_color, entered_at, lot_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id`,
      [
        tx.tenantId,
        tx.newId(),
        tx.now,
        stay.subjectId,
        channel,
        payChannelId,
        stay.plate,
        stay.plateColor,
        stay.enteredAt,
        stay.lotName,
      ],
    );
    if (entry) await jobs.send(tx, ENTRY_JOB, { tenantId: tx.tenantId, entryId: entry.id });
  }
}

interface Told {
  readonly channel: DebitChannel;
  readonly payChannelId: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly enteredAt: Date;
  readonly lotName: string;
  readonly providerNo: string | null;
}

const TOLD = 'channel, pay_channel_id, plate, plate_color, entered_at, lot_name, provider_no';

/** Tells the provider of an entry and keeps what it answers. An entry that it refuses cannot be debited there. */
async function announce(kernel: Kernel, tenantId: number, entryId: string): Promise<void> {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => kernel.database.inTenant(systemWho(tenantId), work);
  const asked = await inTenant(async (tx) => {
    const [entry] = await tx.query<Told>(`select ${TOLD} from debit_entry where tenant_id = $1 and id = $2`, [
      tenantId,
      entryId,
    ]);
    return entry && { entry, desk: await deskFor(tx, kernel, entry) };
  });
  const debiting = asked && providerOf(asked.entry.channel)?.debiting;
  if (!asked || !debiting?.enter || asked.entry.providerNo !== null) return;
  const { entry, desk } = asked;
  try {
    const answer = await debiting.enter(desk, { entryNo: entryId.replaceAll('-', ''), ...entry });
    await inTenant(async (tx) => {
      await tx.query('update debit_entry set provider_no = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        entryId,
        answer.entryNo,
      ]);
      await takeContract(tx, entry, answer);
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { code, message: reason } = error;
    kernel.log.warn({ tenantId, channel: entry.channel, code, reason }, 'the provider took no entry');
  }
}

/** Runs the announcements; one that cannot reach its provider is made again. */
export const workDebitEntries = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(ENTRY_JOB, (data) => announce(kernel, Number(data.tenantId), String(data.entryId)), {
    isWaiting: true,
  });
