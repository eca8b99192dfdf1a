import { handle, handleReport, lotCondition, orderBy, sizeOf } from '@boyun/kernel/server';
import { freePassing, passingList, settlePassing } from './passing.contract.ts';
import { settleWaitingCar } from './settle-passing.service.ts';

export const passingListServer = handleReport(passingList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'passing')
    .add('lot_id = ?', filters.lotId)
    .add('lane_id = ?', filters.laneId)
    .plate('plate', filters.plate)
    .add('direction = ?', filters.direction)
    .add('decision = ?', filters.decision)
    .add('standing = ?', filters.standing)
    .add('pass_type = ?', filters.passType)
    .add('is_late = ?', filters.isLate)
    .add('happened_at >= ?', filters.from)
    .add('happened_at <= ?', filters.to);
  const size = await sizeOf(tx, 'passing', conditions);
  const rows = await tx.query<Record<string, never>>(
    `select id, happened_at as "happenedAt", received_at as "receivedAt", lot_id as "lotId", lane_id as "laneId",
       direction, plate, plate_color as "plateColor", confidence, standing, decision, pass_type as "passType",
       reason_zh as "reasonZh", reason_en as "reasonEn", screen_text as "screenText", picture,
       picture_lost as "pictureLost", picture_removed_days as "pictureRemovedDays", is_late as "isLate",
       order_id as "orderId", list_kind as "listKind", list_entry_id as "listEntryId"
     from passing where ${conditions.sql}
     order by ${orderBy(paging, { happenedAt: 'happened_at not null' }, 'happened_at desc, id desc')}`,
    conditions.values,
    paging,
  );
  return { rows, ...size };
});

export const settlePassingServer = handle(settlePassing, async (tx, { passingId, outcome, reason }, act) => {
  const passing = await settleWaitingCar(tx, passingId, outcome, reason);
  act.describe({ subjectKind: 'passing', subjectId: passing.id, subject: passing.plate, after: { outcome, reason } });
  return {};
});

export const freePassingServer = handle(freePassing, async (tx, { passingId, reason }, act) => {
  const passing = await settleWaitingCar(tx, passingId, 'free', reason);
  act.describe({
    subjectKind: 'passing',
    subjectId: passing.id,
    subject: passing.plate,
    after: { outcome: 'free', reason },
  });
  return {};
});
