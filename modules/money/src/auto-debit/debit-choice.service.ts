import type { PlateColor } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { DebitChannel, DebitMode } from '../debit-contract/debit-contract.contract.ts';
import { DEBITS_KEPT } from '../debit-contract/debit-contract.service.ts';
import { providerOf } from '../provider-choice/provider-choice.service.ts';

/** How a car can be debited: by which configured channel, and what its barrier does meanwhile. */
export interface DebitWay {
  readonly channel: DebitChannel;
  readonly payChannelId: string;
  readonly mode: DebitMode;
  /** How long a car waits for the outcome where it waits, in seconds. */
  readonly waitSeconds: number;
}

/** Whether a tenant debits plates: it has a channel for it and an active contract. Cached, so that the gates of others ask nothing. */
export function debitsPlates(tx: TenantTx): Promise<boolean> {
  return tx.cached(DEBITS_KEPT, async () => {
    const [row] = await tx.query<{ isUsed: boolean }>(
      `select exists (select from pay_channel where tenant_id = $1 and is_enabled and has_auto_debit)
         and exists (select from debit_contract where tenant_id = $1 and state = 'active') as "isUsed"`,
      [tx.tenantId],
    );
    return row!.isUsed;
  });
}

interface Candidate extends DebitWay {
  readonly contractLimitFen: number | null;
  readonly limitFen: number | null;
  readonly monthlyFen: number | null;
  readonly entryNo: string | null;
}

/**
 * Returns how the fee of a stay can be debited: by a channel whose contract with the plate is active, whose limits cover the amount and
 * which was told of the entry where it needs that. Null where there is none.
 */
export async function findDebitWay(
  tx: TenantTx,
  stay: {
    readonly subjectId: string;
    readonly lotId: string;
    readonly zone: string;
    readonly plate: string;
    readonly plateColor: PlateColor;
  },
  amountFen: number,
): Promise<DebitWay | null> {
  if (!(await debitsPlates(tx))) return null;
  const found = await tx.query<Candidate>(
    `select c.channel, p.id as "payChannelId", p.debit_mode as mode, p.debit_wait_seconds as "waitSeconds",
       c.limit_fen as "contractLimitFen", p.debit_limit_fen as "limitFen", p.debit_monthly_fen as "monthlyFen",
       e.provider_no as "entryNo"
     from debit_contract c
     join lateral (
       select id, is_enabled, has_auto_debit, debit_mode, debit_wait_seconds, debit_limit_fen, debit_monthly_fen from pay_channel
       where tenant_id = $1 and channel = c.channel and (lot_id = $3 or lot_id is null)
       order by lot_id nulls last, is_enabled desc limit 1) p on p.is_enabled and p.has_auto_debit
     left join debit_entry e on e.tenant_id = c.tenant_id and e.subject_id = $4 and e.channel = c.channel
       and e.plate = c.plate and e.pay_channel_id = p.id
     where c.tenant_id = $1 and c.plate = $2 and (c.plate_color = $5 or $5 = 0) and c.state = 'active'
     order by c.channel, c.plate_color`,
    [tx.tenantId, stay.plate, stay.lotId, stay.subjectId, stay.plateColor],
  );
  for (const one of found) {
    const provider = providerOf(one.channel);
    if (!provider?.debiting || !(await provider.isOpen(tx))) continue;
    if (provider.debiting.needsEntry && one.entryNo === null) continue;
    const isWithin = (limitFen: number | null, fen: number) => limitFen === null || fen <= limitFen;
    if (!isWithin(one.contractLimitFen, amountFen) || !isWithin(one.limitFen, amountFen)) continue;
    if (one.monthlyFen !== null && !isWithin(one.monthlyFen, amountFen + (await debitedFen(tx, stay, one.channel))))
      continue;
    const { channel, payChannelId, mode, waitSeconds } = one;
    return { channel, payChannelId, mode, waitSeconds };
  }
  return null;
}

/** What was debited of a plate by a channel in the calendar month of the lot, and what is being debited, in fen. */
async function debitedFen(
  tx: TenantTx,
  { plate, zone }: { readonly plate: string; readonly zone: string },
  channel: DebitChannel,
): Promise<number> {
  const [row] = await tx.query<{ sumFen: number }>(
    `select coalesce(sum(amount_fen), 0)::bigint as "sumFen" from payment
     where tenant_id = $1 and plate = $2 and channel = $3 and scene = 'auto-debit' and state in ('paying', 'succeeded')
       and created_at >= date_trunc('month', $4::timestamptz at time zone $5) at time zone $5`,
    [tx.tenantId, plate, channel, tx.now, zone],
  );
  return row!.sumFen;
}

/**
 * Whether a subject was debited without success, or is still being debited: it is not debited again, because a debit that was given up may
 * still bring its money.
 */
export async function wasDebited(tx: TenantTx, kind: string, subjectId: string): Promise<boolean> {
  const [row] = await tx.query<{ was: boolean }>(
    `select exists (select from bill b join payment p on p.tenant_id = b.tenant_id and p.bill_id = b.id
       and p.scene = 'auto-debit' and p.state <> 'succeeded'
       where b.tenant_id = $1 and b.kind = $2 and b.subject_id = $3) as was`,
    [tx.tenantId, kind, subjectId],
  );
  return row!.was;
}
