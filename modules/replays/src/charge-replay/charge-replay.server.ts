import { chargeRule, chargingRefusal } from '@boyun/charging/contract';
import { Refusal } from '@boyun/kernel/contract';
import { handle, serveReport } from '@boyun/kernel/server';
import { cancelReplay, exportReplay, getReplay, replayList, startReplay } from './charge-replay.contract.ts';
import { fileReplay, requireReplay, stopReplay } from './charge-replay.service.ts';

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
    const { replayId, taskId, name, number, lotIds } = await fileReplay(tx, kernel.tasks, input);
    act.describe({
      subjectKind: chargeRule.name,
      subjectId: input.id,
      subject: `${name} v${number}`,
      after: { number, lotIds, from: input.from, to: input.to },
    });
    return { replayId, taskId };
  }),
  handle(getReplay, async (tx, { replayId }) => {
    const replay = await requireReplay(tx, replayId);
    return { ...replay, lotIds: [...replay.lotIds] };
  }),
  handle(cancelReplay, async (tx, { replayId }, act, kernel) => {
    const { chargeRuleId, number, name } = await stopReplay(tx, kernel.tasks, replayId);
    act.describe({ subjectKind: chargeRule.name, subjectId: chargeRuleId, subject: `${name} v${number}` });
    return { state: 'cancelled' as const };
  }),
  handle(exportReplay, async (tx, { replayId }, _act, kernel) => {
    const { file, fileUntil } = await requireReplay(tx, replayId);
    if (!file) throw new Refusal(chargingRefusal['replay-not-done']);
    if (fileUntil && fileUntil <= tx.now) throw new Refusal(chargingRefusal['replay-file-gone']);
    return { url: kernel.files.sign(file) };
  }),
];
