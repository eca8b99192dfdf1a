import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { handle, notFound, reminderKinds } from '@boyun/kernel/server';
import { quietHoursOf } from '../quiet/quiet.service.ts';
import { getReminders, saveReminder } from './reminder.contract.ts';
import { reminderSaved } from './reminder-event.contract.ts';
import { reminderRulesOf, standardRule } from './reminder-rule.service.ts';

const getRemindersServer = handle(getReminders, async (tx, _input, _act, kernel) => {
  const { language } = tx.who;
  const { quietFrom, quietTo, version } = await quietHoursOf(tx);
  const rules = await reminderRulesOf(tx);
  const counts = await tx.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from reminder where tenant_id = $1 and times > 0 group by kind',
    [tx.tenantId],
  );
  const openOf = new Map(counts.map((one) => [one.kind, one.count]));
  const reminders = tx.slots.all(reminderKinds).map((kind) => ({
    kind: kind.name,
    title: kind.title[language],
    hint: kind.hint[language],
    side: 'side' in kind.lead ? kind.lead.side : ('own' as const),
    lead: 'side' in kind.lead ? null : kind.lead[language],
    isRepeated: kind.repeat !== null,
    owner: kind.owner,
    hasStaff: kind.staff !== null,
    obstacle: kind.obstacle?.(kernel)?.[language] ?? null,
    openCount: openOf.get(kind.name) ?? 0,
    ...(rules.get(kind.name) ?? standardRule(kind)),
  }));
  return { quiet: { quietFrom, quietTo, version }, reminders };
});

const saveReminderServer = handle(saveReminder, async (tx, input, act, kernel) => {
  const kind = tx.slots.all(reminderKinds).find(({ name }) => name === input.kind);
  if (!kind) throw notFound(tx.who, { zh: '提醒事项', en: 'Reminder' });
  const { kind: _, version, ...given } = input;
  // What a kind does not offer stays as the kind has it.
  const standard = standardRule(kind);
  const rule = {
    ...given,
    isToOwner: kind.owner === 'optional' ? given.isToOwner : standard.isToOwner,
    isToStaff: kind.staff ? given.isToStaff : false,
  };
  const obstacle = rule.isActive ? kind.obstacle?.(kernel) : null;
  if (obstacle) throw new Refusal(obstacle);
  const before = (await reminderRulesOf(tx)).get(kind.name) ?? standard;
  const saved = await tx.query(
    `insert into reminder_rule as r (tenant_id, kind, version, updated_at, is_active, days, every_days, most_times,
       is_to_owner, is_to_staff)
     select $1, $2, 1, $4, $5, $6, $7, $8, $9, $10
     where $3 = 0 or exists (select from reminder_rule where tenant_id = $1 and kind = $2)
     on conflict (tenant_id, kind) do update set version = r.version + 1, updated_at = $4, is_active = $5, days = $6,
       every_days = $7, most_times = $8, is_to_owner = $9, is_to_staff = $10
       where r.version = $3
     returning version`,
    [
      tx.tenantId,
      kind.name,
      version,
      tx.now,
      rule.isActive,
      rule.days,
      rule.everyDays,
      rule.mostTimes,
      rule.isToOwner,
      rule.isToStaff,
    ],
  );
  if (saved.length === 0) throw new Refusal(kernelRefusal.changed);
  tx.emit(reminderSaved, { data: { kind: kind.name, ...rule, version: version + 1 } });
  const { version: _version, ...was } = before;
  act.describe({
    subjectKind: 'reminder',
    subjectId: kind.name,
    subject: kind.title[tx.who.language],
    before: was,
    after: rule,
  });
  return {};
});

/** Reads and sets the reminders of a tenant. */
export const reminderServers = [getRemindersServer, saveReminderServer];
