import {
  type Kernel,
  type ReminderKind,
  reminderKinds,
  runSql,
  type Sql,
  type Sweep,
  sql,
  systemWho,
} from '@boyun/kernel/server';
import { endOfQuiet, QUIET_HOURS, type QuietHours } from '../quiet/quiet.service.ts';
import { type ReminderRule, standardRule } from './reminder-rule.service.ts';

/** Subjects read per batch. */
const BATCH = 500;

/** A tenant that may be reminded now, with its rule. */
type Setting = Pick<ReminderRule, 'days' | 'everyDays' | 'mostTimes'> & { readonly tenantId: number };

/** A subject whose reminder is due. Moments are texts as the database writes them: a date would lose the microseconds. */
interface Due {
  readonly tenantId: number;
  readonly subject: string;
  readonly occasion: string | null;
  readonly lastAt: string | null;
}

/** Whether the first reminder of an occasion `d` is due. */
function hasBegun({ lead }: ReminderKind, now: Date): Sql {
  if (!('side' in lead)) return sql`(d.due_at is null or d.due_at <= ${now})`;
  return lead.side === 'before'
    ? sql`d.occasion > ${now} and d.occasion <= ${now}::timestamptz + s.days * interval '1 day'`
    : sql`d.occasion <= ${now}::timestamptz - s.days * interval '1 day'`;
}

/** Whether another reminder is due after those noted in `r`. A subject that nobody could be reminded of is tried again after a day. */
function isNext({ repeat }: ReminderKind, now: Date): Sql {
  const isUnreached = sql`(r.times = 0 and r.occasion is not distinct from d.occasion)`;
  const isRested = repeat
    ? sql`r.last_at <= ${now}::timestamptz - case when ${isUnreached} then 1 else s.every_days end * interval '1 day'`
    : sql`(not ${isUnreached} or r.last_at <= ${now}::timestamptz - interval '1 day')`;
  const most = repeat ? sql`s.most_times` : sql`1`;
  return sql`(r.subject is null or ${isRested} and (r.occasion is distinct from d.occasion or r.times < ${most}))`;
}

/** The subjects that are due after one of a tenant, in order. */
function search(
  kind: ReminderKind,
  settings: readonly Setting[],
  now: Date,
  after: Pick<Due, 'tenantId' | 'subject'>,
): Sql {
  const column = (key: keyof Setting) => settings.map((one) => one[key]);
  const ids = column('tenantId');
  return sql`
    select d.tenant_id, d.subject, d.occasion::text, r.last_at::text
    from (${kind.due(now)}) d
    join unnest(${ids}::int[], ${column('days')}::int[], ${column('everyDays')}::int[], ${column('mostTimes')}::int[])
      as s(tenant_id, days, every_days, most_times) on s.tenant_id = d.tenant_id
    left join reminder r on r.tenant_id = d.tenant_id and r.kind = ${kind.name} and r.subject = d.subject
    where d.tenant_id = any(${ids}::int[]) and (d.tenant_id, d.subject) > (${after.tenantId}::int, ${after.subject}::text)
      and ${hasBegun(kind, now)} and ${isNext(kind, now)}
    order by d.tenant_id, d.subject limit ${BATCH}`;
}

/** Reminds of one subject, unless somebody did since it was found. */
async function remind(kernel: Kernel, kind: ReminderKind, { tenantId, subject, occasion, lastAt }: Due): Promise<void> {
  await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const claimed = await tx.query(
      `insert into reminder as r (tenant_id, kind, subject, occasion, last_at, times)
       select $1, $2, $3, $4::timestamptz, $5, 0
       on conflict (tenant_id, kind, subject) do update set occasion = $4::timestamptz, last_at = $5,
         times = case when r.occasion is distinct from $4::timestamptz then 0 else r.times end
         where r.last_at = $6::timestamptz
       returning subject`,
      [tenantId, kind.name, subject, occasion, tx.now, lastAt],
    );
    if (claimed.length === 0 || !(await kind.tell(tx, subject, kernel))) return;
    await tx.query('update reminder set times = times + 1 where tenant_id = $1 and kind = $2 and subject = $3', [
      tenantId,
      kind.name,
      subject,
    ]);
  });
}

/** Returns the rules of the tenants where this kind is active, among those given. */
async function settingsOf(kernel: Kernel, kind: ReminderKind, tenantIds: readonly number[]): Promise<Setting[]> {
  const rows = await kernel.database.system<Setting & { isActive: boolean }>(
    'select tenant_id, is_active, days, every_days, most_times from reminder_rule where kind = $1',
    [kind.name],
  );
  const own = new Map(rows.map((one) => [one.tenantId, one]));
  return tenantIds
    .map((tenantId) => ({ ...(own.get(tenantId) ?? standardRule(kind)), tenantId }))
    .filter((one) => one.isActive);
}

/** Reminds of everything of a kind that is due, and forgets what no longer is. Returns the errors of single subjects. */
async function remindKind(kernel: Kernel, kind: ReminderKind, tenantIds: readonly number[]): Promise<unknown[]> {
  const { database, clock, log } = kernel;
  const errors: unknown[] = [];
  const system = { query: database.system };
  const settings = kind.obstacle?.(kernel) ? [] : await settingsOf(kernel, kind, tenantIds);
  for (let after: Pick<Due, 'tenantId' | 'subject'> = { tenantId: 0, subject: '' }; settings.length > 0; ) {
    const found = await runSql<Due>(system, search(kind, settings, clock.now(), after));
    for (const due of found)
      try {
        await remind(kernel, kind, due);
      } catch (error) {
        log.warn({ tenantId: due.tenantId, reminder: kind.name, err: error }, 'a reminder failed');
        errors.push(error);
      }
    if (found.length < BATCH) break;
    after = found.at(-1)!;
  }
  await runSql(
    system,
    sql`delete from reminder r where r.kind = ${kind.name} and not exists (
      select from (${kind.due(clock.now())}) d where d.tenant_id = r.tenant_id and d.subject = r.subject)`,
  );
  return errors;
}

/** Sends the reminders of all kinds that are due, outside the quiet hours of each tenant. A subject is reminded of once, however often it runs. */
async function remindAll(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const tenants = await kernel.database.system<QuietHours & { tenantId: number }>(
    `${QUIET_HOURS} where t.state = 'active'`,
  );
  const awake = tenants.filter((one) => endOfQuiet(now, one) === null).map((one) => one.tenantId);
  const errors: unknown[] = [];
  for (const kind of kernel.slots.all(reminderKinds)) errors.push(...(await remindKind(kernel, kind, awake)));
  if (errors.length > 0) throw errors[0];
}

/** Looks for what people are to be reminded of. */
export const reminders: Sweep = { name: 'reminders', everySeconds: 300, run: remindAll };
