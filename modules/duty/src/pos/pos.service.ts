import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, hashToken, notFound, type TenantTx } from '@boyun/kernel/server';
import { type PosEventKind, type PosStatus, posRefusal, posTransitions } from './pos.contract.ts';
import { posChanged } from './pos-event.contract.ts';

/** A terminal, its row locked. */
export interface Pos {
  readonly id: string;
  readonly deviceNo: string;
  readonly lotId: string;
  readonly status: PosStatus;
  readonly collectorId: string | null;
}

/** How long a terminal counts as online after it was heard of. */
export const ONLINE_SECONDS = 300;

const COLUMNS = 'id, device_no, lot_id, status, collector_id';

/** Returns a terminal of a lot of the caller, locked. */
export async function requirePos(tx: TenantTx, deviceId: string): Promise<Pos> {
  const [row] = await tx.query<Pos>(`select ${COLUMNS} from pos_device where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    deviceId,
  ]);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: 'POS机', en: 'POS' });
  return row;
}

/** Refuses an act that a terminal in its state does not allow. */
export function requireAct(tx: TenantTx, pos: Pos, act: keyof typeof posTransitions): void {
  const reason = disabledReason(posTransitions, act, pos.status);
  if (reason) throw new Refusal(posRefusal['not-possible'], { reason: reason[tx.who.language] });
}

/** Writes an entry of the history of a terminal. */
export async function notePos(
  tx: TenantTx,
  pos: Pick<Pos, 'id' | 'lotId' | 'deviceNo'>,
  kind: PosEventKind,
  { collectorId, note }: { readonly collectorId: string | null; readonly note: string | null },
): Promise<void> {
  await tx.query(
    `insert into pos_event (tenant_id, id, device_id, lot_id, at, kind, person_id, person_name, collector_id, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tx.tenantId, tx.newId(), pos.id, pos.lotId, tx.now, kind, tx.who.userId, tx.who.name, collectorId, note],
  );
  tx.emit(posChanged, { lotId: pos.lotId, subjectId: pos.id, data: { deviceNo: pos.deviceNo, kind, collectorId } });
}

const STEPS = {
  claim: 'claimed',
  return: 'returned',
  damage: 'damaged',
  lose: 'lost',
  restore: 'restored',
} as const satisfies Record<string, PosEventKind>;

/** Moves a terminal to another state, with a person and a time; the secret of a lost one is over. */
export async function movePos(
  tx: TenantTx,
  pos: Pos,
  act: keyof typeof STEPS,
  { collectorId = null, note }: { readonly collectorId?: string | null; readonly note: string | null },
): Promise<void> {
  requireAct(tx, pos, act);
  await tx.query(
    `update pos_device set status = $3::smallint, collector_id = $4, status_at = $5, status_by = $6,
       secret_hash = case when $3::smallint = 3 then null else secret_hash end
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, pos.id, posTransitions[act].to, collectorId, tx.now, tx.who.name],
  );
  await notePos(tx, pos, STEPS[act], { collectorId: collectorId ?? pos.collectorId, note });
}

/** Returns the terminal of a secret that the caller may use: claimed by the caller, or by nobody yet. */
export async function findTerminal(tx: TenantTx, terminal: string): Promise<Pos> {
  const [row] = await tx.query<Pos & { collectorName: string | null }>(
    `select p.id, p.device_no, p.lot_id, p.status, p.collector_id, a.name as "collectorName"
     from pos_device p left join account_fact a on a.tenant_id = p.tenant_id and a.id = p.collector_id
     where p.tenant_id = $1 and p.secret_hash = $2`,
    [tx.tenantId, hashToken(terminal)],
  );
  if (!row) throw new Refusal(posRefusal['unknown-terminal']);
  if (row.status > 1) throw new Refusal(posRefusal['out-of-use']);
  if (row.collectorId && row.collectorId !== tx.who.userId)
    throw new Refusal(posRefusal['not-yours'], { name: row.collectorName ?? '' });
  return row;
}

/** Returns the terminal of a secret that the caller has claimed. */
export async function requireTerminal(tx: TenantTx, terminal: string): Promise<Pos> {
  const pos = await findTerminal(tx, terminal);
  if (!pos.collectorId) throw new Refusal(posRefusal.unclaimed);
  return pos;
}
