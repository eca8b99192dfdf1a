import type { PlateColor } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { isTrial } from '../channel/trial.queries.ts';
import { type DebitState, debitRefusal } from './debit-contract.contract.ts';
import { takeContract } from './debit-contract.service.ts';

/** What a driver agreed to in the sandbox. */
export interface SandboxContract {
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly state: DebitState;
  /** The most it takes at once, in fen. */
  readonly limitFen: number | null;
}

/** The sandbox's row of the payment configuration; refuses where it has no automatic debit. */
async function requireSandbox(tx: TenantTx): Promise<string> {
  if (!(await isTrial(tx))) throw new Refusal(debitRefusal['only-in-trial']);
  const [row] = await tx.query<{ id: string }>(
    `select id from pay_channel where tenant_id = $1 and channel = 'sandbox' and is_enabled and has_auto_debit
     order by lot_id nulls first limit 1`,
    [tx.tenantId],
  );
  if (!row) throw new Refusal(debitRefusal['no-channel']);
  return row.id;
}

/** Writes contracts into the sandbox's books, which reports them at once. Returns its configured channel; refuses a tenant that is no trial. */
export async function signInSandbox(tx: TenantTx, contracts: readonly SandboxContract[]): Promise<string> {
  const payChannelId = await requireSandbox(tx);
  for (const { plate, plateColor, state, limitFen } of contracts) {
    await tx.query(
      `insert into sandbox_contract (tenant_id, plate, plate_color, state, limit_fen) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, plate, plate_color) do update set state = excluded.state, limit_fen = excluded.limit_fen`,
      [tx.tenantId, plate, plateColor, state, limitFen],
    );
    const reason = state === 'blocked' ? 'PAUSE' : null;
    const report = { state, reason, limitFen, providerNo: `SBC-${plate}`, at: tx.now };
    await takeContract(tx, { channel: 'sandbox', payChannelId, plate, plateColor }, report);
  }
  return payChannelId;
}
