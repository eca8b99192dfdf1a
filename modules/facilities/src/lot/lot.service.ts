import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { type DetectorUse, type DuplicateEntryPolicy, type LotKind, type LotState, lot } from './lot.contract.ts';

/** How long an order stays locked while it is being paid, where nothing else is set. */
const ORDER_LOCK_SECONDS = 120;

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
  readonly detectorUse: keyof typeof DetectorUse;
  readonly detectorArriveSeconds: number;
  readonly detectorLeaveSeconds: number;
}

/** Returns the time zone of a lot, which the caller need not be allowed to see. */
export async function zoneOfLot(tx: TenantTx, lotId: string | null): Promise<string> {
  const [row] = await tx.query<{ timeZone: string }>('select time_zone from lot where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lotId,
  ]);
  return row?.timeZone ?? tx.who.zone;
}

/** Returns what a payer needs to know of the lot that takes the money; of the tenant where it belongs to no lot. */
export async function payeeOf(
  tx: TenantTx,
  lotId: string | null,
): Promise<Pick<LotSetting, 'name' | 'timeZone' | 'orderLockSeconds'>> {
  if (lotId) return requireLot(tx, lotId);
  const [row] = await tx.query<{ name: string; timeZone: string; orderLockSeconds: number }>(
    `select t.name, t.time_zone, coalesce(s.order_lock_seconds, ${ORDER_LOCK_SECONDS}) as "orderLockSeconds"
     from tenant t left join tenant_setting_fact s on s.tenant_id = t.id where t.id = $1`,
    [tx.tenantId],
  );
  return row!;
}

/** Returns the settings of a lot the caller may see; throws `not-found` otherwise. */
export async function requireLot(tx: TenantTx, lotId: string): Promise<LotSetting> {
  const [row] = coversLot(tx.who, lotId)
    ? await tx.query<LotSetting>(
        `select id, name, code, kind, state, outer_lot_id, time_zone, capacity,
           duplicate_entry, has_debt_collection, detector_use, detector_arrive_seconds, detector_leave_seconds, coalesce(order_lock_seconds,
             (select s.order_lock_seconds from tenant_setting_fact s where s.tenant_id = $1), ${ORDER_LOCK_SECONDS}) as "orderLockSeconds"
         from lot where tenant_id = $1 and id = $2`,
        [tx.tenantId, lotId],
      )
    : [];
  if (!row) throw new Refusal(kernelRefusal['not-found'], { what: lot.title[tx.who.language] });
  return row;
}
