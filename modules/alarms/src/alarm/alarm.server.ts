import type { ReportRow } from '@boyun/kernel/contract';
import { handle, handleChannel, handleReport, lotCondition, orderBy } from '@boyun/kernel/server';
import { alarmChannel, alarmList, alarmResponse, claimAlarm, handleAlarm } from './alarm.contract.ts';
import { DEVICE_KINDS, messageType } from './alarm.service.ts';
import { assignAlarm, closeAlarm } from './alarm-act.service.ts';

/** Seconds until an alarm was claimed, and from then until it was closed. */
const RESPOND = 'extract(epoch from claimed_at - raised_at)';
const HANDLE = 'extract(epoch from closed_at - claimed_at)';

export const claimAlarmServer = handle(claimAlarm, async (tx, { alarmId }, act) => {
  const row = await assignAlarm(tx, alarmId);
  act.describe({ subjectKind: 'alarm', subjectId: row.id, subject: row.plate ?? row.kind });
  return {};
});

export const handleAlarmServer = handle(handleAlarm, async (tx, { alarmId, outcome, note }, act) => {
  const row = await closeAlarm(tx, alarmId, outcome, note);
  act.describe({
    subjectKind: 'alarm',
    subjectId: row.id,
    subject: row.plate ?? row.kind,
    before: { state: row.state },
    after: { state: outcome, note },
  });
  return {};
});

export const alarmListServer = handleReport(alarmList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'alarm')
    // Unclaimed alarms are visible to all who may claim them.
    .own(tx.who, '(alarm.claimed_by is null or alarm.claimed_by = ?)')
    .add('alarm.lot_id = ?', filters.lotId)
    .add('alarm.kind = ?', filters.kind)
    .add(`(alarm.kind = any('{${DEVICE_KINDS.join(',')}}')) = ?`, filters.isDevice)
    .add('alarm.severity = ?', filters.severity)
    .add("alarm.plate like '%' || ? || '%'", filters.plate)
    .add('alarm.raised_at >= ?', filters.from)
    .add('alarm.raised_at <= ?', filters.to);
  const [count] = await tx.query<{
    total: number;
    newCount: number;
    claimedCount: number;
    respondSeconds: number | null;
    handleSeconds: number | null;
  }>(
    `select count(*) filter (where state = coalesce($${conditions.values.length + 1}, state)) as total,
       count(*) filter (where state = 'new') as "newCount", count(*) filter (where state = 'claimed') as "claimedCount",
       avg(${RESPOND})::int as "respondSeconds", avg(${HANDLE})::int as "handleSeconds"
     from alarm where ${conditions.sql}`,
    [...conditions.values, filters.state ?? null],
  );
  const { total, ...totals } = count!;
  // The numbers of new and claimed alarms are independent of the state filter.
  conditions.add('alarm.state = ?', filters.state);
  const rows = await tx.query<Record<string, never>>(
    `select id, raised_at as "raisedAt", kind, severity, state, lot_id as "lotId", lane_id as "laneId", plate,
       ${tx.who.language === 'zh' ? 'description_zh' : 'description_en'} as description, picture, passing_id as "passingId",
       order_id as "orderId", claimed_by as "claimedById", claimed_by_name as "claimedByName", claimed_at as "claimedAt", closed_at as "closedAt", note,
       (${RESPOND})::int as "respondSeconds", (${HANDLE})::int as "handleSeconds"
     from alarm where ${conditions.sql} order by ${orderBy(paging, {}, 'id desc')}`,
    conditions.values,
    paging,
  );
  return { rows, total, totals };
});

export const alarmResponseServer = handleReport(alarmResponse, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'alarm')
    .own(tx.who, 'alarm.claimed_by = ?')
    .add('alarm.lot_id = ?', filters.lotId)
    .add('alarm.kind = ?', filters.kind)
    .add(`(alarm.kind = any('{${DEVICE_KINDS.join(',')}}')) = ?`, filters.isDevice)
    .add('alarm.raised_at >= ?', filters.from)
    .add('alarm.raised_at <= ?', filters.to);
  const rows = await tx.query<ReportRow<typeof alarmResponse> & { total: number }>(
    `select claimed_by as id, max(claimed_by_name) as name, count(*)::int as "claimedCount",
       (count(*) filter (where state = 'claimed'))::int as "openCount",
       (count(*) filter (where state = 'handled'))::int as "handledCount",
       (count(*) filter (where state = 'false-alarm'))::int as "falseCount", avg(${RESPOND})::int as "respondSeconds",
       max(${RESPOND})::int as "slowestSeconds", avg(${HANDLE})::int as "handleSeconds", (count(*) over ())::int as total
     from alarm where ${conditions.sql} and claimed_by is not null
     group by claimed_by order by avg(${RESPOND}), claimed_by`,
    conditions.values,
    paging,
  );
  return { rows, total: rows[0]?.total ?? 0 };
});

export const alarmChannelServer = handleChannel(alarmChannel, ['alarm.raised'], (event, who) => ({
  msgType: messageType(String(event.data.kind)),
  description: String(event.data[who.language === 'zh' ? 'descriptionZh' : 'descriptionEn']),
}));
