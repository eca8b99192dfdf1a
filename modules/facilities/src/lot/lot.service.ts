import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { type DuplicateEntryPolicy, type LotKind, type LotState, lot } from './lot.contract.ts';

/** What other modules need to know of a lot. */
export interface LotSetting {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly kind: keyof typeof LotKind;
  readonly state: keyof typeof LotState;
  readonly outerLotId: string | null;
  /** IANA zone of every day, month and tariff boundary of the lot. */
  readonly timeZone: string;
  readonly capacity: number;
  readonly duplicateEntry: keyof typeof DuplicateEntryPolicy;
  readonly orderLockSeconds: number;
  /** What a plate owes is asked for with the fee at the exit. */
  readonly hasDebtCollection: boolean;
}

/** The setting of a lot the caller may see; refuses with not-found otherwise. */
export async function requireLot(tx: TenantTx, lotId: string): Promise<LotSetting> {
  const [row] = coversLot(tx.who, lotId)
    ? await tx.query<LotSetting>(
        `select id, name, code, kind, state, outer_lot_id as "outerLotId", time_zone as "timeZone", capacity,
           duplicate_entry as "duplicateEntry", has_debt_collection as "hasDebtCollection", coalesce(order_lock_seconds,
             (select s.order_lock_seconds from tenant_setting s where s.tenant_id = $1), 120) as "orderLockSeconds"
         from lot where tenant_id = $1 and id = $2`,
        [tx.tenantId, lotId],
      )
    : [];
  if (!row) throw new Refusal(kernelRefusal['not-found'], { what: lot.title[tx.who.language] });
  return row;
}
