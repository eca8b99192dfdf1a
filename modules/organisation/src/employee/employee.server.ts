import {
  countAccounts,
  endSessions,
  lockAdmins,
  presencesOf,
  requireAdminLeft,
  requireManaged,
  requireReach,
  rolesOf,
  setRoles,
} from '@boyun/access/server';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { handle, requireRoom, serveResource, type TenantTx } from '@boyun/kernel/server';
import {
  employee,
  employeeRefusal,
  forceLogout,
  freezeEmployee,
  issuePasswords,
  unfreezeEmployee,
} from './employee.contract.ts';
import { freeze, issuePassword, leave, unfreeze } from './employee.service.ts';

/** Employees: an account grants no more than it holds, and at least one administrator remains. */
export const employeeServer = serveResource(employee, {
  async beforeWrite(tx, values, before) {
    if (!before) {
      await requireRoom(tx, 'account', await countAccounts(tx));
      return values;
    }
    await lockAdmins(tx);
    await requireReach(tx, before.id);
    before.roleIds = (await rolesOf(tx, [before.id])).get(before.id)?.ids ?? [];
    return values;
  },
  async afterWrite(tx, row, before) {
    await setRoles(tx, row.id, row.roleIds);
    await requireReach(tx, row.id);
    if (before) await requireAdminLeft(tx);
  },
  remove: (tx, row) => leave(tx, row.id),
  afterRead: fillComputed,
});

async function fillComputed(tx: TenantTx, rows: Row<typeof employee>[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  const roles = await rolesOf(tx, ids);
  const found = await presencesOf(tx, ids);
  for (const row of rows) {
    const presence = found.get(row.id);
    row.roleIds = roles.get(row.id)?.ids ?? [];
    row.roleNames = roles.get(row.id)?.names.join(tx.who.language === 'zh' ? '、' : ', ') ?? '';
    row.lotCount = presence?.lotCount ?? null;
    row.hasPassword = presence?.hasPassword ?? false;
    row.isOnline = (presence?.seenAt ?? null) !== null;
    row.seenAt = presence?.seenAt ?? null;
    row.address = presence?.address ?? null;
  }
}

/** The audit subject of an account. */
const subjectOf = (one: { id: string; account: string; name: string }) => ({
  subjectKind: 'employee',
  subjectId: one.id,
  subject: `${one.name} ${one.account}`,
});

/** Operations on accounts other than create, update and delete. */
export const employeeOperations = [
  handle(freezeEmployee, async (tx, { employeeId, reason }, act) => {
    const found = await freeze(tx, employeeId);
    act.describe({ ...subjectOf(found), before: { state: 'active' }, after: { state: 'frozen', reason } });
    return {};
  }),
  handle(unfreezeEmployee, async (tx, { employeeId }, act) => {
    const found = await unfreeze(tx, employeeId);
    act.describe({ ...subjectOf(found), before: { state: 'frozen' }, after: { state: 'active' } });
    return {};
  }),
  handle(forceLogout, async (tx, { employeeId }, act) => {
    if (employeeId === tx.who.userId) throw new Refusal(employeeRefusal['not-yourself']);
    const found = await requireManaged(tx, employeeId);
    if ((await endSessions(tx, employeeId, 'forced')) === 0) throw new Refusal(employeeRefusal['signed-out']);
    act.describe({ ...subjectOf(found), after: undefined });
    return {};
  }),
  handle(issuePasswords, async (tx, { employeeIds }, act) => {
    const passwords = [];
    for (const id of new Set(employeeIds)) passwords.push(await issuePassword(tx, id));
    const one = passwords.length === 1 ? subjectOf(passwords[0]!) : { subjectKind: 'employee' };
    act.describe({ ...one, after: { accounts: passwords.map((each) => each.account) } });
    return { passwords };
  }),
];
