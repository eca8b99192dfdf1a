import { chargingRefusal } from '@boyun/charging/contract';
import { chooseReplay } from '@boyun/charging/server';
import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import type { ReplayResult } from './charge-replay.contract.ts';
import { findReplay, type Replay, type ReplayRun } from './charge-replay.queries.ts';
import { replayEnded, replayStarted } from './charge-replay-event.contract.ts';

/** Name of the job that runs replays. */
export const REPLAY_JOB = 'charge-replay';

/** SQL of the name of a replay's rule, used in the audit log. */
const RULE_NAME = `(select r.name from charge_rule_fact r where r.tenant_id = charge_replay.tenant_id and r.id = charge_rule_id) as name`;

const LONGEST_MS = 366 * 24 * 3_600_000;

/** A replay the caller may see; refuses with not-found otherwise. */
export async function requireReplay(tx: TenantTx, id: string, isLocked = false): Promise<Replay> {
  const found = await findReplay(tx, id, isLocked);
  if (!found) throw notFound(tx.who, { zh: '回放', en: 'Replay' });
  return found;
}

/** Queues a replay; returns its id and the name of its rule. */
export async function fileReplay(
  tx: TenantTx,
  input: { id: string; number: number | null; lotIds: readonly string[]; from: Date; to: Date },
): Promise<{ replayId: string; name: string; number: number; lotIds: readonly string[] }> {
  const { name, number, tariff, lotIds } = await chooseReplay(tx, input);
  const lengthMs = input.to.getTime() - input.from.getTime();
  if (lengthMs <= 0 || lengthMs > LONGEST_MS) throw new Refusal(chargingRefusal['replay-range']);
  const replayId = tx.newId();
  await tx.query(
    `insert into charge_replay (tenant_id, id, charge_rule_id, number, tariff, lot_ids, from_at, to_at, state, started_by,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10)`,
    [
      tx.tenantId,
      replayId,
      input.id,
      number,
      JSON.stringify(tariff),
      lotIds,
      input.from,
      input.to,
      tx.who.name,
      tx.now,
    ],
  );
  tx.emit(replayStarted, { subjectId: input.id, data: { id: input.id, replayId, number } });
  return { replayId, name, number, lotIds };
}

/** Records the outcome of a run; no effect if the run was already over. */
export async function endReplay(
  tx: TenantTx,
  run: ReplayRun,
  end:
    | { readonly state: 'done'; readonly result: ReplayResult; readonly file: string }
    | { readonly state: 'failed'; readonly error: string },
): Promise<void> {
  const isDone = end.state === 'done';
  const [row] = await tx.query<{ name: string }>(
    `update charge_replay set state = $4, result = $5, file = $6, error = $7, ended_at = $8
     where tenant_id = $1 and id = $2 and run = $3 and state = 'running'
     returning ${RULE_NAME}`,
    [
      tx.tenantId,
      run.id,
      run.run,
      end.state,
      isDone ? JSON.stringify(end.result) : null,
      isDone ? end.file : null,
      isDone ? null : end.error,
      tx.now,
    ],
  );
  if (!row) return;
  const data = { id: run.chargeRuleId, replayId: run.id, number: run.number, state: end.state };
  tx.emit(replayEnded, { subjectId: run.chargeRuleId, data });
  tx.audit({
    action: replayEnded.kind,
    subjectKind: 'charge-replay',
    subjectId: run.id,
    subject: `${row.name} v${run.number}`,
    after: { state: end.state, ...(isDone ? { total: end.result.total } : { error: end.error }) },
  });
}

/** Cancels an open replay; returns it with the name of its rule. */
export async function stopReplay(tx: TenantTx, id: string): Promise<Replay & { readonly name: string }> {
  const replay = await requireReplay(tx, id, true);
  if (replay.state !== 'queued' && replay.state !== 'running') throw new Refusal(chargingRefusal['replay-over']);
  const [row] = await tx.query<{ name: string }>(
    `update charge_replay set state = 'cancelled', ended_at = $3 where tenant_id = $1 and id = $2 returning ${RULE_NAME}`,
    [tx.tenantId, id, tx.now],
  );
  return { ...replay, name: row!.name };
}
