import { type Act, handle, serveReport, type TenantTx } from '@boyun/kernel/server';
import { ofUnitLots, requireUnit } from '../unit/unit.queries.ts';
import { addUnitAccount, freezeUnitAccount, resetUnitAccount, unitAccountList } from './unit-account.contract.ts';
import { ACCOUNTS, addStaff, freezeStaff, requireStaff, resetStaff } from './unit-account.service.ts';

/** The accounts of units in the caller's lots. */
export const unitAccountListServer = serveReport(unitAccountList, { ...ACCOUNTS, lot: ofUnitLots('s') });

/** An account of a unit whose lots the caller all sees. */
async function requireSeen(tx: TenantTx, id: string, act: Act) {
  const found = await requireStaff(tx, id, null);
  const { name } = await requireUnit(tx, found.unitId);
  act.describe({ subjectKind: unitAccountList.name, subjectId: id, subject: `${name} ${found.account}` });
  return found;
}

/** Accounts of units. */
export const unitAccountServers = [
  handle(addUnitAccount, async (tx, { unitId, ...given }, act, kernel) => {
    const of = await requireUnit(tx, unitId);
    const added = await addStaff(tx, kernel, unitId, given);
    const subject = `${of.name} ${given.account}`;
    act.describe({ subjectKind: unitAccountList.name, subjectId: added.id, subject, after: { name: given.name } });
    return added;
  }),
  handle(freezeUnitAccount, async (tx, { id, isFrozen }, act) => {
    await freezeStaff(tx, await requireSeen(tx, id, act), isFrozen);
    act.describe({ after: { isFrozen } });
    return {};
  }),
  handle(resetUnitAccount, async (tx, { id }, act) => ({
    initialPassword: await resetStaff(tx, await requireSeen(tx, id, act)),
  })),
];
