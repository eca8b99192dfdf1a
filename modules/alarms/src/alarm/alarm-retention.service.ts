import { maskPlateRows, type PlateMask, type TenantTx } from '@boyun/kernel/server';

/** Removes the names of picture files from the alarms of passings. The caller removes the files. */
export async function forgetAlarmPictures(tx: TenantTx, passingIds: readonly string[]): Promise<void> {
  await tx.query('update alarm set picture = null where tenant_id = $1 and passing_id = any($2)', [
    tx.tenantId,
    passingIds,
  ]);
}

/** Masks plates in the alarms of passings or of orders, whichever the masks are given for. Returns the masks by alarm. */
export function maskAlarms(tx: TenantTx, of: 'passing' | 'order', masks: readonly PlateMask[]): Promise<PlateMask[]> {
  const textColumns = ['description_zh', 'description_en'];
  return maskPlateRows(tx, { table: 'alarm', idColumn: `${of}_id`, textColumns }, masks);
}
