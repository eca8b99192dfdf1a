import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { pushRefusal } from '../rule/push-rule.contract.ts';
import { saveQuietHours } from './quiet.contract.ts';
import { quietHoursOf } from './quiet.service.ts';
import { quietHoursSaved } from './quiet-event.contract.ts';

export const saveQuietHoursServer = handle(saveQuietHours, async (tx, { version, ...hours }, act) => {
  const { quietFrom, quietTo } = hours;
  if ((quietFrom === null) !== (quietTo === null) || (quietFrom !== null && quietFrom === quietTo)) {
    const rule = pushRefusal['half-quiet'];
    throw new Refusal(rule, {}, [{ path: quietFrom === null ? 'QuietFrom' : 'QuietTo', zh: rule.zh, en: rule.en }]);
  }
  const before = await quietHoursOf(tx);
  const saved = await tx.query(
    `insert into quiet_hours as q (tenant_id, version, updated_at, quiet_from, quiet_to)
     select $1, 1, $3, $4, $5 where $2 = 0 or exists (select from quiet_hours where tenant_id = $1)
     on conflict (tenant_id) do update set version = q.version + 1, updated_at = $3, quiet_from = $4, quiet_to = $5
       where q.version = $2
     returning version`,
    [tx.tenantId, version, tx.now, quietFrom, quietTo],
  );
  if (saved.length === 0) throw new Refusal(kernelRefusal.changed);
  tx.emit(quietHoursSaved, { data: { ...hours, version: version + 1 } });
  act.describe({
    subjectKind: 'quiet-hours',
    subjectId: `${tx.tenantId}`,
    subject: saveQuietHours.title[tx.who.language],
    before: { quietFrom: before.quietFrom, quietTo: before.quietTo },
    after: hours,
  });
  return {};
});
