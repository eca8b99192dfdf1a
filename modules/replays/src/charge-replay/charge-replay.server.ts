import { chargeRule, chargingRefusal } from '@boyun/charging/contract';
import { Refusal } from '@boyun/kernel/contract';
import { handle, serveReport } from '@boyun/kernel/server';
import { cancelReplay, exportReplay, getReplay, replayList, startReplay } from './charge-replay.contract.ts';
import { fileReplay, REPLAY_JOB, requireReplay, stopReplay } from './charge-replay.service.ts';
import { replayCancelled } from './charge-replay-event.contract.ts';

export const replayListServer = serveReport(replayList, {
  from: 'charge_replay',
  as: 'r',
  lot: "(r.lot_ids <> '{}' and r.lot_ids <@ ?::uuid[])",
  own: null,
  filters: { id: 'r.charge_rule_id = ?' },
  columns: {
    from: 'r.from_at',
    to: 'r.to_at',
    beforeFen: "(r.result #>> '{total,beforeFen}')::bigint",
    afterFen: "(r.result #>> '{total,afterFen}')::bigint",
  },
  order: 'r.id desc',
});

/** Server handlers of replays: start, progress, cancel and export. */
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
    tx.emit(replayCancelled, { subjectId: chargeRuleId, data: { id: chargeRuleId, replayId, number } });
    act.describe({ subjectKind: chargeRule.name, subjectId: chargeRuleId, subject: `${name} v${number}` });
    return { state: 'cancelled' as const };
  }),
  handle(exportReplay, async (tx, { replayId }, _act, kernel) => {
    const { file } = await requireReplay(tx, replayId);
    if (!file) throw new Refusal(chargingRefusal['replay-not-done']);
    return { url: kernel.files.sign(file) };
  }),
];
