import type { PlateColor } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { ContractReport } from '../provider/provider.service.ts';
import type { DebitChannel, DebitState } from './debit-contract.contract.ts';
import { debitContractReported } from './debit-contract-event.contract.ts';

/** Cache name of whether a tenant debits plates at all. */
export const DEBITS_KEPT = 'auto-debit';

/** The plate and channel of a contract. */
export interface Signed {
  readonly channel: DebitChannel;
  readonly payChannelId: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
}

interface Known {
  readonly id: string;
  readonly plateColor: PlateColor;
  readonly state: DebitState;
  readonly blockedReason: string | null;
  readonly reportedAt: Date;
  readonly isEndedHere: boolean;
}

/**
 * Takes what a provider reports of a plate: contracts come from nowhere else. An older report than the last changes nothing, and no report
 * makes a contract active again that the tenant has ended.
 */
export async function takeContract(tx: TenantTx, signed: Signed, report: ContractReport): Promise<void> {
  const { channel, payChannelId, plate, plateColor } = signed;
  await tx.lock(`debit-contract ${channel} ${plate}`);
  const all = await tx.query<Known>(
    `select id, plate_color, state, blocked_reason, reported_at, ended_by is not null as "isEndedHere" from debit_contract
     where tenant_id = $1 and plate = $2 and channel = $3 for update`,
    [tx.tenantId, plate, channel],
  );
  // A colour that was not read is that of the contract there is.
  const known = all.find((one) => one.plateColor === plateColor) ?? (plateColor === 0 ? all[0] : undefined);
  if (!known && report.state === 'ended') return;
  // Whatever colour a camera reads the next time.
  if (all.some((one) => one.isEndedHere) || (known && known.reportedAt > report.at)) return;
  const id = known?.id ?? tx.newId();
  const reason = report.state === 'blocked' ? (report.reason?.slice(0, 64) ?? null) : null;
  const isChanged = known?.state !== report.state || known.blockedReason !== reason;
  await tx.query(
    `insert into debit_contract (tenant_id, id, created_at, updated_at, channel, pay_channel_id, plate, plate_color, state,
       blocked_reason, limit_fen, provider_no, since, reported_at)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     on conflict (tenant_id, plate, channel, plate_color) do update
       set updated_at = $3, pay_channel_id = $5, state = $8, blocked_reason = $9, limit_fen = $10,
         provider_no = coalesce($11, debit_contract.provider_no), reported_at = $12,
         since = case when debit_contract.state = $8 then debit_contract.since else $12 end,
         version = debit_contract.version + 1`,
    [
      tx.tenantId,
      id,
      tx.now,
      channel,
      payChannelId,
      plate,
      known?.plateColor ?? plateColor,
      report.state,
      reason,
      report.limitFen,
      report.providerNo,
      report.at,
    ],
  );
  if (!isChanged) return;
  tx.invalidate(DEBITS_KEPT);
  const data = { plate, plateColor, channel, state: report.state, ...(reason ? { blockedReason: reason } : {}) };
  tx.emit(debitContractReported, { lotId: null, subjectId: id, data });
}
