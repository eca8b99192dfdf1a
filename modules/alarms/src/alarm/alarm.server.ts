import { byPlate, handle, handleChannel, serveReport, sql } from '@boyun/kernel/server';
import {
  alarmChannel,
  alarmList,
  alarmResponse,
  claimAlarm,
  DEVICE_KINDS,
  dismissAlarms,
  handleAlarm,
  snoozeAlarms,
} from './alarm.contract.ts';
import { messageType } from './alarm.service.ts';
import { assignAlarm, closeAlarm, dismissOpen } from './alarm-act.service.ts';
import { alarmRaised } from './alarm-event.contract.ts';
import { snooze } from './snooze.service.ts';

/** Seconds until an alarm was claimed, and from then until it was closed. */
const RESPOND = 'extract(epoch from a.claimed_at - a.raised_at)';
const HANDLE = 'extract(epoch from a.closed_at - a.claimed_at)';

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

export const snoozeAlarmsServer = handle(snoozeAlarms, async (tx, { alarmIds, minutes }, act) => {
  const until = new Date(tx.now.getTime() + minutes * 60_000);
  const snoozedCount = await snooze(tx, alarmIds, until);
  act.describe({ subjectKind: 'alarm', after: { snoozedUntil: until, count: snoozedCount } });
  return { snoozedCount };
});

export const dismissAlarmsServer = handle(dismissAlarms, async (tx, { alarmIds, note }, act) => {
  const closed = await dismissOpen(tx, alarmIds, note);
  act.describe({
    subjectKind: 'alarm',
    subject: closed
      .map((one) => one.plate ?? one.kind)
      .join(' ')
      .slice(0, 200),
    after: { state: 'false-alarm', note, count: closed.length },
  });
  return { closedCount: closed.length, skippedCount: new Set(alarmIds).size - closed.length };
});

const isDevice = `(a.kind = any('{${DEVICE_KINDS.join(',')}}')) = ?`;

export const alarmListServer = serveReport(alarmList, ({ who }) => ({
  from: 'alarm',
  as: 'a',
  lot: 'a.lot_id',
  // Unclaimed alarms are visible to all who may claim them.
  own: '(a.claimed_by is null or a.claimed_by = ?)',
  filters: {
    isDevice,
    plate: byPlate('a.plate'),
    isSnoozed: (wanted) => (wanted ? sql`a.snoozed_until is not null` : sql`a.snoozed_until is null`),
  },
  period: 'a.raised_at',
  columns: {
    description: `a.description_${who.language}`,
    claimedById: 'a.claimed_by',
    respondSeconds: `(${RESPOND})::int`,
    handleSeconds: `(${HANDLE})::int`,
  },
  order: 'a.id desc',
  aggregates: {
    of: {
      newCount: "count(*) filter (where a.state = 'new')",
      claimedCount: "count(*) filter (where a.state = 'claimed')",
      respondSeconds: `avg(${RESPOND})::int`,
      handleSeconds: `avg(${HANDLE})::int`,
    },
    // The numbers of new and claimed alarms are independent of the state filter.
    without: ['state'],
  },
}));

export const alarmResponseServer = serveReport(alarmResponse, {
  from: 'alarm',
  as: 'a',
  lot: 'a.lot_id',
  own: 'a.claimed_by = ?',
  where: ['a.claimed_by is not null'],
  filters: { isDevice },
  period: 'a.raised_at',
  columns: {
    id: 'a.claimed_by',
    name: 'max(a.claimed_by_name)',
    claimedCount: 'count(*)::int',
    openCount: "(count(*) filter (where a.state = 'claimed'))::int",
    handledCount: "(count(*) filter (where a.state = 'handled'))::int",
    falseCount: "(count(*) filter (where a.state = 'false-alarm'))::int",
    respondSeconds: `avg(${RESPOND})::int`,
    slowestSeconds: `max(${RESPOND})::int`,
    handleSeconds: `avg(${HANDLE})::int`,
  },
  groupBy: 'a.claimed_by',
  order: `avg(${RESPOND}), a.claimed_by`,
});

export const alarmChannelServer = handleChannel(alarmChannel, [alarmRaised], ({ data }, who) =>
  data.causedBy === who.account
    ? null
    : {
        msgType: messageType(String(data.kind)),
        description: String(data[who.language === 'zh' ? 'descriptionZh' : 'descriptionEn']),
        severity: data.severity,
      },
);
