import { kernelRefusal, Refusal, UUID } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { quarantineList, quarantineRefusal } from './quarantine.contract.ts';
import { quarantineDiscarded, quarantineReplayed } from './quarantine-event.contract.ts';

/** The fields of a refused message needed to settle it. */
export interface KeptMessage {
  readonly id: string;
  readonly state: 'kept' | 'replayed' | 'discarded';
  readonly protocol: string;
  readonly path: string;
  readonly cameraId: string | null;
  readonly lotId: string | null;
  readonly serialNo: string | null;
  /** Key of the whole message among the files; null when it reports no car or the caller was unknown. */
  readonly bodyKey: string | null;
  readonly isNote: boolean;
}

/** A message that waits to be settled and that the caller may see; throws Refusal. */
export async function findKept(tx: TenantTx, id: string): Promise<KeptMessage> {
  const isId = UUID.test(id);
  const [kept] = isId
    ? await tx.query<KeptMessage>(
        `select id, state, protocol, path, camera_id, lot_id, serial_no,
           body_key, is_note
         from quarantine where tenant_id = $1 and id = $2`,
        [tx.tenantId, id],
      )
    : [];
  if (!kept || (kept.lotId !== null && !coversLot(tx.who, kept.lotId)))
    throw new Refusal(kernelRefusal['not-found'], { what: quarantineList.title[tx.who.language] });
  if (kept.state !== 'kept') throw new Refusal(quarantineRefusal.settled);
  return kept;
}

/** Closes a message; a replayed one is filed under its camera. Throws Refusal when it was closed concurrently. */
export async function settle(
  tx: TenantTx,
  kept: KeptMessage,
  state: 'replayed' | 'discarded',
  device: { readonly cameraId: string | null; readonly lotId: string } | null,
): Promise<void> {
  const settled = await tx.query(
    `update quarantine set state = $3, settled_at = $4, settled_by = $5, camera_id = coalesce($6, camera_id),
       lot_id = coalesce($7, lot_id)
     where tenant_id = $1 and id = $2 and state = 'kept' returning id`,
    [tx.tenantId, kept.id, state, tx.now, tx.who.name, device?.cameraId ?? null, device?.lotId ?? null],
  );
  if (settled.length === 0) throw new Refusal(quarantineRefusal.settled);
  tx.emit(state === 'replayed' ? quarantineReplayed : quarantineDiscarded, {
    lotId: device?.lotId ?? kept.lotId,
    subjectId: kept.id,
    data: { quarantineId: kept.id, cameraId: device?.cameraId ?? kept.cameraId },
  });
}
