import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { type DuplicateEntryPolicy, type LotKind, type LotState, lot } from './lot.contract.ts';

/** The settings of a lot that other modules need. */
export interface LotSetting {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly kind: keyof typeof LotKind;
  readonly state: keyof typeof LotState;
  readonly outerLotId: string | null;
  /** IANA time zone of every day, month and tariff boundary of the lot. */
  readonly timeZone: string;
  readonly capacity: number;
  readonly duplicateEntry: keyof typeof DuplicateEntryPolicy;
  readonly orderLockSeconds: number;
  /** Whether debts of earlier stays are collected with the fee at the exit. */
  readonly hasDebtCollection: boolean;
}

/** Returns the time zone of a lot, which the caller need not be allowed to see. */
export async function zoneOfLot(tx: TenantTx, lotId: string): Promise<string> {
  const [row] = await tx.query<{ timeZone: string }>('select time_zone from lot where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lotId,
  ]);
  return row?.timeZone ?? tx.who.zone;
}

/** Returns the settings of a lot the caller may see; throws `not-found` otherwise. */
export async function requireLot(tx: TenantTx, lotId: string): Promise<LotSetting> {
  const [row] = coversLot(tx.who, lotId)
    ? await tx.query<LotSetting>(
        `select id, name, code, kind, state, outer_lot_id, time_zone, capacity,
           duplicate_entry, has_debt_collection, coalesce(order_lock_seconds,
             (select s.order_lock_seconds from tenant_setting_fact s where s.tenant_id = $1), 120) as "orderLockSeconds"
         from lot where tenant_id = $1 and id = $2`,
        [tx.tenantId, lotId],
      )
    : [];
  if (!row) throw new Refusal(kernelRefusal['not-found'], { what: lot.title[tx.who.language] });
  return row;
}
