import {
  cancelReplay,
  chargeRule,
  chargingRefusal,
  exportReplay,
  getReplay,
  replayList,
  startReplay,
} from '@boyun/charging/contract';
import { Refusal } from '@boyun/kernel/contract';
import { Conditions, handle, handleReport } from '@boyun/kernel/server';
import { REPLAY_COLUMNS, type Replay } from './charge-replay.queries.ts';
import { fileReplay, REPLAY_JOB, requireReplay, stopReplay } from './charge-replay.service.ts';

export const replayListServer = handleReport(replayList, async (tx, filters, paging) => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .add(`lot_ids <> '{}' and lot_ids <@ ?::uuid[]`, tx.who.lotIds)
    .add('charge_rule_id = ?', filters.id)
    .add('state = ?', filters.state);
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from charge_replay where ${where.sql}`,
    where.values,
  );
  const rows = await tx.query<Omit<Replay, 'result'> & { beforeFen: number | null; afterFen: number | null }>(
    `select ${REPLAY_COLUMNS}, (result #>> '{total,beforeFen}')::bigint as "beforeFen",
       (result #>> '{total,afterFen}')::bigint as "afterFen"
     from charge_replay where ${where.sql} order by id desc`,
    where.values,
    paging,
  );
  return { rows: rows.map((row) => ({ ...row, lotIds: [...row.lotIds] })), total: count!.total };
});

/** The life of a replay, from its start to the file of what moves. */
export const replayServers = [
  handle(startReplay, async (tx, input, act, kernel) => {
    const { replayId, name, number, lotIds } = await fileReplay(tx, input);
    await kernel.jobs.send(tx, REPLAY_JOB, { tenantId: tx.tenantId, replayId }, { key: replayId });
    act.describe({
      subjectKind: chargeRule.name,
      subjectId: input.id,
      subject: `${name} v${number}`,
      after: { number, lotIds, from: input.from, to: input.to },
    });
    return { replayId };
  }),
  handle(getReplay, async (tx, { replayId }) => {
    const replay = await requireReplay(tx, replayId);
    return { ...replay, lotIds: [...replay.lotIds] };
  }),
  handle(cancelReplay, async (tx, { replayId }, act) => {
    const { chargeRuleId, number, name } = await stopReplay(tx, replayId);
    tx.emit({ kind: cancelReplay.audit!, subjectId: chargeRuleId, data: { id: chargeRuleId, replayId, number } });
    act.describe({ subjectKind: chargeRule.name, subjectId: chargeRuleId, subject: `${name} v${number}` });
    return { state: 'cancelled' as const };
  }),
  handle(exportReplay, async (tx, { replayId }, _act, kernel) => {
    const { file } = await requireReplay(tx, replayId);
    if (!file) throw new Refusal(chargingRefusal['replay-not-done']);
    return { url: kernel.files.sign(file) };
  }),
];
