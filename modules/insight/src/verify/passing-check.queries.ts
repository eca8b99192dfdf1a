import { passingRecorded } from '@boyun/passings/contract';
import { kindsOf, sqlCheck } from './check.service.ts';

const NAMED = `p.id as "passingId", p.plate, p.happened_at`;

/** The stored reply of each passing can be sent again, and the barrier command matches it. */
export const passingAnswers = sqlCheck({
  key: 'passing-answers',
  by: 'passing',
  zh: '每条过车记录：有答复、有事件；答复中的开闸指令存在；等待的车辆未被放行',
  en: 'Each passing record: has its answer and its event; a barrier command it names exists; a waiting car was not let in',
  counted: 'select count(*) from passing_fact passing where tenant_id = $1 and id >= $2 and id < $3',
  broken: `
    with told as (select subject_id, count(*) as events from event
      where tenant_id = $1 and subject_id >= $2 and subject_id < $3 and kind = ${kindsOf(passingRecorded)} group by 1)
    select ${NAMED}, p.decision, (w.passing_id is not null) as "isWaiting", p.answer->>'decision' as answered,
      p.answer->>'commandId' as "commandId", coalesce(t.events, 0) as events
    from (select * from passing_fact passing where tenant_id = $1 and id >= $2 and id < $3) p left join told t on t.subject_id = p.id
    left join waiting_car_fact w on w.tenant_id = p.tenant_id and w.passing_id = p.id
    where p.answer->>'passingId' is distinct from p.id::text or p.answer->>'decision' is null
      or t.events is distinct from 1 or (w.passing_id is not null and p.decision <> 'hold')
      or (p.answer->>'commandId' is not null and not exists (select from gate_command_fact c
        where c.tenant_id = $1 and c.id = case when p.answer->>'commandId' ~ '^[0-9a-f-]{36}$'
          then (p.answer->>'commandId')::uuid end))`,
});

/** The second arrival of an event changed nothing. */
export const passingKeys = sqlCheck({
  key: 'passing-keys',
  by: 'passing',
  zh: '每个设备事件：恰有一条过车记录',
  en: 'Each event of a device: exactly one passing record',
  counted: 'select count(*) from passing_key_fact where tenant_id = $1 and passing_id >= $2 and passing_id < $3',
  broken: `
    select p.camera_id, p.event_key, p.id as "passingId", 1 as records,
      (k.event_key is not null) as "isClaimed"
    from passing_fact p left join passing_key_fact k
      on k.tenant_id = $1 and k.camera_id = p.camera_id and k.event_key = p.event_key and k.passing_id = p.id
    where p.tenant_id = $1 and p.id >= $2 and p.id < $3 and k.event_key is null
    union all
    select k.camera_id, k.event_key, k.passing_id, 0, true
    from passing_key_fact k left join passing_fact p on p.tenant_id = $1 and p.id = k.passing_id
    where k.tenant_id = $1 and k.passing_id >= $2 and k.passing_id < $3 and p.id is null`,
});

/** No consumer of the event log had to set an event aside. */
export const consumerFailures = sqlCheck({
  key: 'consumer-failures',
  by: 'event-sum',
  zh: '每个事件：后续处理没有失败',
  en: 'Each event: nothing that follows from it failed',
  counted: `select coalesce(($3::jsonb->>'events')::bigint, 0)
    + (select count(*) from event where tenant_id = $1 and id >= $2)`,
  figure: `select 'events' as key, count(*) as value from event where tenant_id = $1 and id >= $2 and id < $3`,
  broken: `
    select f.id as "failureId", f.consumer, f.event_id, e.kind, f.error, f.at
    from consumer_failure f left join event e on e.tenant_id = f.tenant_id and e.id = f.event_id
    where f.tenant_id = $1 and f.resolved_at is null`,
});
