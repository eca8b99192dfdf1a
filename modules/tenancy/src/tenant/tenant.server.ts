import { makePassword, openSupport, staffIn, standardMenu } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { handleAboveTenants, type OperationHandler } from '@boyun/kernel/server';
import { makeExportAddress } from './export-consent.service.ts';
import {
  createTenantOperation,
  DELETION_DAYS,
  deleteTenant,
  enterSupport,
  exportTenant,
  freezeTenant,
  getTenantProduct,
  keepTenant,
  saveTenantProduct,
  setTenantTrial,
  type TenantAct,
  tenantRefusal,
  unfreezeTenant,
  updateTenant,
} from './tenant.contract.ts';
import { insertTenant } from './tenant.service.ts';
import { changeTenant, requireTenant, type Tenant } from './tenant-change.service.ts';
import {
  tenantAdded,
  tenantDeletionRequested,
  tenantDeletionStopped,
  tenantExported,
  tenantFrozen,
  tenantProductChanged,
  tenantTrialChanged,
  tenantUnfrozen,
  tenantUpdated,
} from './tenant-event.contract.ts';
import { refuseUnknownZone } from './zone.service.ts';

const DAY_MS = 86_400_000;

/** The audit subject of a tenant. */
const subjectOf = (one: Tenant) => ({
  subjectKind: 'tenant',
  subjectId: `${one.id}`,
  subject: `${one.name} ${one.code}`,
});

const freezing: OperationHandler<TenantAct> = async (tx, { tenantId }, act) => {
  const found = await requireTenant(tx, tenantId);
  if (found.state === 'frozen') throw new Refusal(tenantRefusal['already-frozen']);
  await changeTenant(tx, found, tenantFrozen, { state: 'frozen' }, { endsSessions: true });
  act.describe({ ...subjectOf(found), before: { state: found.state }, after: { state: 'frozen' } });
  return {};
};

const unfreezing: OperationHandler<TenantAct> = async (tx, { tenantId }, act) => {
  const found = await requireTenant(tx, tenantId);
  if (found.deletionDueAt) throw new Refusal(tenantRefusal['is-deleting']);
  if (found.state !== 'frozen') throw new Refusal(tenantRefusal['not-frozen']);
  await changeTenant(tx, found, tenantUnfrozen, { state: 'active' });
  act.describe({ ...subjectOf(found), before: { state: 'frozen' }, after: { state: 'active' } });
  return {};
};

/** Operations of platform staff on tenants; audited in the logs of the platform and of the tenant. */
export const tenantOperations = [
  handleAboveTenants(createTenantOperation, async (tx, input, act, kernel) => {
    const { code, name, timeZone, adminAccount, adminName, ...plan } = input;
    refuseUnknownZone(timeZone, tenantRefusal['unknown-zone']);
    const initialPassword = makePassword();
    const admin = { account: adminAccount, name: adminName, password: initialPassword, hasToChangePassword: true };
    const fresh = { code, name, kind: 'operator', timeZone, admin, plan } as const;
    const tenantId = await insertTenant(kernel, tx, fresh, (id) => staffIn(id, tx.who));
    act.describe({ subjectKind: 'tenant', subjectId: `${tenantId}`, subject: `${name} ${code}`, after: input });
    tx.emit(tenantAdded, { data: { tenantId } });
    return { tenantId, account: adminAccount, initialPassword };
  }),
  handleAboveTenants(updateTenant, async (tx, { tenantId, ...values }, act) => {
    const found = await requireTenant(tx, tenantId);
    await changeTenant(tx, found, tenantUpdated, values);
    act.describe({ ...subjectOf(found), before: found.plan, after: values });
    return {};
  }),
  handleAboveTenants(freezeTenant, freezing),
  handleAboveTenants(unfreezeTenant, unfreezing),
  handleAboveTenants(setTenantTrial, async (tx, { tenantId, isTrial }, act) => {
    const found = await requireTenant(tx, tenantId);
    if (found.isTrial === isTrial) throw new Refusal(tenantRefusal['trial-unchanged']);
    await changeTenant(tx, found, tenantTrialChanged, { isTrial });
    act.describe({ ...subjectOf(found), before: { isTrial: found.isTrial }, after: { isTrial } });
    return {};
  }),
  handleAboveTenants(deleteTenant, async (tx, { tenantId, code }, act) => {
    const found = await requireTenant(tx, tenantId);
    if (found.code !== code) throw new Refusal(tenantRefusal['wrong-code']);
    if (found.deletionDueAt) throw new Refusal(tenantRefusal['is-deleting']);
    const dueAt = new Date(tx.now.getTime() + DELETION_DAYS * DAY_MS);
    const values = { state: 'frozen', deletionDueAt: dueAt } as const;
    await changeTenant(tx, found, tenantDeletionRequested, values, { endsSessions: true });
    act.describe({ ...subjectOf(found), after: { dueAt } });
    return { dueAt };
  }),
  handleAboveTenants(keepTenant, async (tx, { tenantId }, act) => {
    const found = await requireTenant(tx, tenantId);
    if (!found.deletionDueAt) throw new Refusal(tenantRefusal['not-deleting']);
    await changeTenant(tx, found, tenantDeletionStopped, { deletionDueAt: null });
    act.describe({ ...subjectOf(found), before: { dueAt: found.deletionDueAt }, after: { dueAt: null } });
    return {};
  }),
  handleAboveTenants(exportTenant, async (tx, { tenantId }, act) => {
    const found = await requireTenant(tx, tenantId);
    const { url, ...consent } = await makeExportAddress(tx, tenantId);
    await changeTenant(tx, found, tenantExported);
    act.describe({ ...subjectOf(found), after: consent });
    return { url };
  }),
  handleAboveTenants(getTenantProduct, async (tx, { tenantId }, _act, kernel) => {
    const { pageKeys } = await requireTenant(tx, tenantId, { isRead: true });
    // Platform pages are part of no tenant's product.
    const pages = kernel.contracts.flatMap((one) => one.pages).filter((one) => one.access !== 'platform');
    return { isEverything: pageKeys === null, pageKeys: pageKeys ?? [], possibleKeys: pages.map((one) => one.key) };
  }),
  handleAboveTenants(saveTenantProduct, async (tx, { tenantId, isEverything, pageKeys }, act, kernel) => {
    const found = await requireTenant(tx, tenantId);
    const known = new Set(standardMenu(kernel.contracts).flatMap((one) => one.page?.key ?? []));
    const unknown = pageKeys.find((key) => !known.has(key));
    if (unknown) throw new Refusal(tenantRefusal['unknown-page'], { key: unknown });
    const values = { pageKeys: isEverything ? null : pageKeys };
    await changeTenant(tx, found, tenantProductChanged, values);
    act.describe({ ...subjectOf(found), before: { pageKeys: found.pageKeys }, after: values });
    return {};
  }),
  handleAboveTenants(enterSupport, async (tx, { tenantId }, act) => {
    const found = await requireTenant(tx, tenantId);
    const accessToken = await openSupport(tx, tenantId);
    if (!accessToken) throw new Refusal(tenantRefusal['no-consent']);
    act.describe({ ...subjectOf(found), after: undefined });
    return { accessToken };
  }),
];
