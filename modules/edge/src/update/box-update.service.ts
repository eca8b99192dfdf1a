import type { BoxContext } from '@boyun/devices/server';
import type { BoxReport } from '@boyun/gateway/server';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import type { BoxUpdateState } from './box-update.contract.ts';
import { boxUpdateFailed, boxUpdateMoved } from './box-update-event.contract.ts';

/** The states in which a box has not finished an update. */
export const OPEN_STATES: readonly BoxUpdateState[] = ['planned', 'downloading', 'waiting'];
/** The same in SQL. */
export const OPEN = `('planned', 'downloading', 'waiting')`;

interface PlanOfBox {
  readonly id: string;
  readonly updateId: string;
  readonly state: BoxUpdateState;
  readonly appVersion: string;
  readonly url: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly manifest: unknown;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Notes what a box reports of its update, and returns the one it is to carry out; null for none. */
export async function followUpdate(tx: TenantTx, box: BoxContext, report: BoxReport): Promise<object | null> {
  const [plan] = await tx.query<PlanOfBox>(
    `select b.id, b.update_id, b.state, u.app_version, u.url, u.sha256, u.size_bytes, u.manifest, u.not_before, u.not_after
     from box_update_box b join box_update u on u.tenant_id = b.tenant_id and u.id = b.update_id
     where b.tenant_id = $1 and b.box_id = $2 and b.state in ${OPEN} order by b.id limit 1 for update of b`,
    [tx.tenantId, box.boxId],
  );
  if (!plan) return null;
  const said = report.update?.planId === plan.updateId ? report.update : null;
  // A box that starts again under the new version need not say more.
  const state = report.appVersion === plan.appVersion ? 'applied' : (said?.state ?? plan.state);
  if (state !== plan.state) await moveTo(tx, box, plan, { state, detail: said?.detail ?? null });
  if (state === 'applied' || state === 'failed' || plan.notAfter <= tx.now) return null;
  return {
    PlanId: plan.updateId,
    Version: plan.appVersion,
    Url: plan.url,
    Sha256: plan.sha256,
    SizeBytes: plan.sizeBytes,
    Manifest: plan.manifest,
    NotBefore: plan.notBefore.toISOString(),
    NotAfter: plan.notAfter.toISOString(),
  };
}

async function moveTo(
  tx: TenantTx,
  { boxId, boxName, lotId }: Pick<BoxContext, 'boxId' | 'boxName' | 'lotId'>,
  { id, appVersion }: Pick<PlanOfBox, 'id' | 'appVersion'>,
  { state, detail }: { readonly state: BoxUpdateState; readonly detail: string | null },
): Promise<void> {
  await tx.query(
    'update box_update_box set state = $3, detail = $4, reported_at = $5 where tenant_id = $1 and id = $2',
    [tx.tenantId, id, state, detail, tx.now],
  );
  const type = state === 'failed' || state === 'missed' ? boxUpdateFailed : boxUpdateMoved;
  tx.emit(type, { lotId, subjectId: boxId, data: { boxId, boxName, appVersion, state, detail } });
}

/** Ends updates whose window is over. */
export async function endMissed(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const sql = `select distinct b.tenant_id from box_update_box b
    join box_update u on u.tenant_id = b.tenant_id and u.id = b.update_id
    where b.state in ${OPEN} and u.not_after < $1`;
  await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
    const missed = await tx.query<{ id: string; boxId: string; boxName: string; lotId: string; appVersion: string }>(
      `select b.id, b.box_id, x.name as "boxName", b.lot_id, u.app_version from box_update_box b
       join box_update u on u.tenant_id = b.tenant_id and u.id = b.update_id
       join box_fact x on x.tenant_id = b.tenant_id and x.id = b.box_id
       where b.tenant_id = $1 and b.state in ${OPEN} and u.not_after < $2 limit 1000 for update of b`,
      [tx.tenantId, now],
    );
    for (const one of missed) await moveTo(tx, one, one, { state: 'missed', detail: null });
  });
}
