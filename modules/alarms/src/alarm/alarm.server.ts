import { kernelRefusal, Refusal, whyNot } from '@boyun/kernel/contract';
import {
  answer,
  coversLot,
  handle,
  lotCondition,
  open,
  orderBy,
  pageOf,
  type Reaction,
  type TenantTx,
} from '@boyun/kernel/server';
import {
  type AlarmState,
  alarmChannel,
  alarmList,
  alarmRefusal,
  alarmTransitions,
  claimAlarm,
  handleAlarm,
} from './alarm.contract.ts';
import { messageType, raiseAlarm } from './alarm.service.ts';

interface AlarmRow {
  readonly id: string;
  readonly state: AlarmState;
  readonly lotId: string | null;
  readonly kind: string;
  readonly severity: string;
  readonly plate: string | null;
  readonly laneId: string | null;
  readonly claimedBy: string | null;
  readonly claimedByName: string | null;
}

/** The alarm locked for a change; refuses what the caller may not see. */
async function lockAlarm(tx: TenantTx, id: string): Promise<AlarmRow> {
  const [row] = await tx.query<AlarmRow>(
    `select id, state, lot_id as "lotId", kind, severity, plate, lane_id as "laneId", claimed_by as "claimedBy",
       claimed_by_name as "claimedByName"
     from alarm where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw new Refusal(kernelRefusal['not-found'], { what: alarmWord(tx) });
  return row;
}

function alarmWord(tx: TenantTx): string {
  return tx.who.language === 'zh' ? '报警' : 'Alarm';
}

/** Refuses an act the alarm's state does not allow, with the reason the page shows too. */
function check(tx: TenantTx, row: AlarmRow, act: keyof typeof alarmTransitions): void {
  const reason = whyNot(alarmTransitions, act, row.state);
  if (reason) throw new Refusal(alarmRefusal['not-possible'], { reason: reason[tx.who.language] });
}

function told(row: AlarmRow) {
  const { id: alarmId, kind, severity, plate, laneId } = row;
  return { alarmId, kind, severity, plate, laneId };
}

export const claimAlarmServer = handle(claimAlarm, async (tx, { alarmId }, act) => {
  const row = await lockAlarm(tx, alarmId);
  check(tx, row, 'claim');
  await tx.query(
    `update alarm set state = 'claimed', claimed_by = $3, claimed_by_name = $4, claimed_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.who.userId, tx.who.name, tx.now],
  );
  tx.emit({ kind: 'alarm.claimed', lotId: row.lotId, subjectId: row.id, data: told(row) });
  act.describe({ subjectKind: 'alarm', subjectId: row.id, subject: row.plate ?? row.kind });
  return {};
});

export const handleAlarmServer = handle(handleAlarm, async (tx, { alarmId, outcome, note }, act) => {
  const row = await lockAlarm(tx, alarmId);
  check(tx, row, outcome === 'handled' ? 'handle' : 'dismiss');
  if (row.claimedBy !== tx.who.userId) throw new Refusal(alarmRefusal['not-yours'], { name: row.claimedByName });
  await tx.query('update alarm set state = $3, note = $4, closed_at = $5 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    row.id,
    outcome,
    note,
    tx.now,
  ]);
  tx.emit({ kind: 'alarm.closed', lotId: row.lotId, subjectId: row.id, data: { ...told(row), outcome } });
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
    .add('alarm.lot_id = ?', filters.lotId)
    .add('alarm.kind = ?', filters.kind)
    .add('alarm.state = ?', filters.state)
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
       order_id as "orderId", claimed_by_name as "claimedByName", claimed_at as "claimedAt", closed_at as "closedAt", note
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
  kinds: ['device.offline', 'command.changed', 'lane.opened-by-hand'],
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
        description: { zh: '开闸指令没有得到道闸确认，请人工查看', en: 'The barrier did not confirm, please look' },
      });
  },
};
