import { answer, handle, lotCondition, open, orderBy, pageOf, type Reaction } from '@boyun/kernel/server';
import { alarmChannel, alarmList, claimAlarm, handleAlarm } from './alarm.contract.ts';
import { DEVICE_KINDS, messageType, raiseAlarm } from './alarm.service.ts';
import { closeAlarm, takeAlarm } from './alarm-act.service.ts';

export const claimAlarmServer = handle(claimAlarm, async (tx, { alarmId }, act) => {
  const row = await takeAlarm(tx, alarmId);
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

export const alarmListServer = answer(alarmList, async (tx, filters, paging) => {
  const conditions = lotCondition(tx.who, 'alarm')
    // What nobody has claimed yet is there to be claimed.
    .own(tx.who, '(alarm.claimed_by is null or alarm.claimed_by = ?)')
    .add('alarm.lot_id = ?', filters.lotId)
    .add('alarm.kind = ?', filters.kind)
    .add('alarm.state = ?', filters.state)
    .add(`(alarm.kind = any('{${DEVICE_KINDS.join(',')}}')) = ?`, filters.isDevice)
    .add('alarm.severity = ?', filters.severity)
    .add("alarm.plate like '%' || ? || '%'", filters.plate)
    .add('alarm.raised_at >= ?', filters.from)
    .add('alarm.raised_at <= ?', filters.to);
  const [count] = await tx.query<{ total: number; newCount: number }>(
    `select count(*) as total, count(*) filter (where state = 'new') as "newCount" from alarm where ${conditions.sql}`,
    conditions.values,
  );
  const rows = await tx.query<Record<string, never>>(
    `select id, raised_at as "raisedAt", kind, severity, state, lot_id as "lotId", lane_id as "laneId", plate,
       ${tx.who.language === 'zh' ? 'description_zh' : 'description_en'} as description, picture, passing_id as "passingId",
       order_id as "orderId", claimed_by as "claimedById", claimed_by_name as "claimedByName", claimed_at as "claimedAt", closed_at as "closedAt", note
     from alarm where ${conditions.sql} order by ${orderBy(paging, {}, 'id desc')} ${pageOf(paging)}`,
    conditions.values,
  );
  return { rows, total: count?.total ?? 0, totals: { newCount: count?.newCount ?? 0 } };
});

export const alarmChannelServer = open(alarmChannel, ['alarm.raised'], (event, who) => ({
  msgType: messageType(String(event.data.kind)),
  description: String(event.data[who.language === 'zh' ? 'descriptionZh' : 'descriptionEn']),
}));

/** What devices and staff do raises alarms too: silence, doubtful barriers, opening by hand. */
export const alarmsFromEvents: Reaction = {
  name: 'alarms-from-events',
  kinds: ['device.offline', 'command.changed', 'lane.opened-by-hand', 'lane.opened-unasked', 'lane.followed'],
  wants: ({ kind, data }) => kind !== 'command.changed' || data.state === 'uncertain',
  async react(tx, event) {
    const data = event.data as Record<string, string>;
    const base = { lotId: event.lotId, laneId: data.laneId ?? null };
    if (event.kind === 'device.offline')
      await raiseAlarm(tx, {
        ...base,
        kind: 'device-offline',
        severity: 'medium',
        description: { zh: `相机“${data.name}”离线`, en: `Camera "${data.name}" is offline` },
      });
    else if (event.kind === 'lane.opened-unasked')
      await raiseAlarm(tx, {
        ...base,
        kind: 'forced-open',
        severity: 'medium',
        description: { zh: '道闸在没有指令时打开', en: 'The barrier opened without a command' },
      });
    else if (event.kind === 'lane.followed')
      await raiseAlarm(tx, {
        ...base,
        kind: 'tailgating',
        severity: 'high',
        description: { zh: '道闸未关闭时又有车辆跟随通过', en: 'Another car followed through under the open barrier' },
      });
    else if (event.kind === 'lane.opened-by-hand')
      await raiseAlarm(tx, {
        ...base,
        kind: 'forced-open',
        severity: 'low',
        description: {
          zh: `${data.actorName}人工开闸：${data.reason}`,
          en: `Opened by hand by ${data.actorName}: ${data.reason}`,
        },
      });
    else
      await raiseAlarm(tx, {
        ...base,
        kind: 'command-uncertain',
        severity: 'medium',
        passingId: data.passingId ?? null,
        description: {
          zh: '道闸未确认开闸，或开闸后未见车辆通过，请人工查看',
          en: 'The barrier did not confirm, or no car was seen passing; please look',
        },
      });
  },
};
