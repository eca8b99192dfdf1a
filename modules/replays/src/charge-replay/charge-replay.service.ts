import { chargingRefusal } from '@boyun/charging/contract';
import { chooseReplay } from '@boyun/charging/server';
import { type Language, Refusal } from '@boyun/kernel/contract';
import { type ActEnd, notFound, type Tasks, type TenantTx } from '@boyun/kernel/server';
import { type ReplayResult, startReplay } from './charge-replay.contract.ts';
import { findReplay, type Replay } from './charge-replay.queries.ts';
import { replayCancelled, replayEnded, replayStarted } from './charge-replay-event.contract.ts';

/** SQL of the name of a replay's rule, used in the audit log. */
const RULE_NAME = `(select r.name from charge_rule_fact r where r.tenant_id = charge_replay.tenant_id and r.id = charge_rule_id) as name`;

const LONGEST_MS = 366 * 24 * 3_600_000;

/** A replay the caller may see; refuses with not-found otherwise. */
export async function requireReplay(tx: TenantTx, id: string): Promise<Replay> {
  const found = await findReplay(tx, id);
  if (!found) throw notFound(tx.who, { zh: '回放', en: 'Replay' });
  return found;
}

/** Files a replay with the task that does it; returns their ids and the name of its rule. */
export async function fileReplay(
  tx: TenantTx,
  tasks: Tasks,
  input: { id: string; number: number | null; lotIds: readonly string[]; from: Date; to: Date },
): Promise<{ replayId: string; taskId: string; name: string; number: number; lotIds: readonly string[] }> {
  const { id, from, to } = input;
  const { name, number, tariff, lotIds } = await chooseReplay(tx, input);
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0 || lengthMs > LONGEST_MS) throw new Refusal(chargingRefusal['replay-range']);
  const replayId = tx.newId();
  const taskId = await tasks.start(tx, {
    kind: 'act',
    source: startReplay.name,
    input: { id, replayId },
    told: { name, number, lotIds, from, to },
  });
  await tx.query(
    `insert into charge_replay (tenant_id, id, charge_rule_id, number, tariff, lot_ids, from_at, to_at, state, started_by,
       created_at, task_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $11)`,
    [tx.tenantId, replayId, id, number, JSON.stringify(tariff), lotIds, from, to, tx.who.name, tx.now, taskId],
  );
  tx.emit(replayStarted, { subjectId: id, data: { id, replayId, number } });
  return { replayId, taskId, name, number, lotIds };
}

/** Records how the task of a replay ended. */
export async function endReplay(tx: TenantTx, replayId: string, end: ActEnd, language: Language): Promise<void> {
  const { state, file } = end;
  const result = end.outcome as ReplayResult | undefined;
  const error = end.error?.[language].slice(0, 2000) ?? null;
  const [row] = await tx.query<{ name: string; chargeRuleId: string; number: number }>(
    `update charge_replay set state = $3, result = $4, file = $5, file_until = $6, error = $7, ended_at = $8
     where tenant_id = $1 and id = $2 and state in ('queued', 'running')
     returning ${RULE_NAME}, charge_rule_id, number`,
    [
      tx.tenantId,
      replayId,
      state,
      result ? JSON.stringify(result) : null,
      file?.key ?? null,
      file ? end.expiresAt : null,
      error,
      tx.now,
    ],
  );
  if (!row) return;
  const { chargeRuleId, number } = row;
  const data = { id: chargeRuleId, replayId, number };
  if (state === 'cancelled') {
    tx.emit(replayCancelled, { subjectId: chargeRuleId, data });
    return;
  }
  tx.emit(replayEnded, { subjectId: chargeRuleId, data: { ...data, state } });
  tx.audit({
    action: replayEnded.kind,
    subjectKind: 'charge-replay',
    subjectId: replayId,
    subject: `${row.name} v${number}`,
    after: { state, ...(result ? { total: result.total } : { error }) },
  });
}

/** Cancels an open replay with its task; returns it with the name of its rule. */
export async function stopReplay(tx: TenantTx, tasks: Tasks, id: string): Promise<Replay & { readonly name: string }> {
  const replay = await requireReplay(tx, id);
  if (!replay.taskId || (replay.state !== 'queued' && replay.state !== 'running'))
    throw new Refusal(chargingRefusal['replay-over']);
  await tasks.cancel(tx, replay.taskId);
  const [row] = await tx.query<{ name: string }>(
    `select ${RULE_NAME} from charge_replay where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  );
  return { ...replay, name: row!.name };
}
