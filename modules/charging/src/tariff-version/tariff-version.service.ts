import { isHeldByOthers } from '@boyun/access/server';
import { describeTariff, parseTariff, type Tariff } from '@boyun/domain/fee';
import { disabledReason, kernelRefusal, type Label, Refusal } from '@boyun/kernel/contract';
import { type Kernel, notFound, type TenantTx } from '@boyun/kernel/server';
import { canApprove, chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { lockRule } from '../charge-rule/charge-rule.service.ts';
import { versionTransitions } from '../charge-rule/version-state.contract.ts';
import { checkBeforeRelease } from '../trial-run/trial-run.service.ts';
import { deleteVersion, findVersions, insertVersion, updateVersion, type Version } from './tariff-version.queries.ts';

/** Cache name of the start times of published versions. */
export const VERSIONS_KEPT = 'charge-rule-versions';

const OPEN: readonly Version['state'][] = ['draft', 'in-review', 'approved'];

/** Returns the open version (not yet published); null where there is none. */
export function openOf(versions: readonly Version[]): Version | null {
  return versions.find((one) => OPEN.includes(one.state)) ?? null;
}

/** Returns the version in force; null where none has begun. */
export function inForceOf(versions: readonly Version[]): Version | null {
  return versions.find((one) => one.state === 'in-force') ?? null;
}

/**
 * Returns a version by number; without one the open version, otherwise the one in force, otherwise the next to begin.
 * Throws when there is none.
 */
export function chosenOf(tx: TenantTx, versions: readonly Version[], number: number | null): Version {
  const found =
    number === null
      ? (openOf(versions) ?? inForceOf(versions) ?? versions.find((one) => one.state === 'scheduled'))
      : versions.find((one) => one.number === number);
  if (found) return found;
  if (number === null) throw new Refusal(chargingRefusal['no-draft']);
  throw notFound(tx.who, { zh: `版本${number}`, en: `Version ${number}` });
}

/** Parses unknown data as the tariff of a version; throws `bad-tariff` with the path of each error. */
export function requireTariff(tx: TenantTx, data: unknown, number: number): Tariff {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  const tariff = parseTariff(isObject ? { ...data, version: number } : data);
  if (!Array.isArray(tariff)) return tariff;
  const { language } = tx.who;
  const place = (path: string) => (path ? `Tariff.${path}` : 'Tariff');
  const reason = tariff.slice(0, 3).map((one) => `${one.path || 'tariff'}: ${one[language]}`);
  throw new Refusal(
    chargingRefusal['bad-tariff'],
    { count: tariff.length, reason: reason.join(language === 'zh' ? '；' : '; ') },
    tariff.slice(0, 100).map((one) => ({ path: place(one.path), zh: one.zh, en: one.en })),
  );
}

/** Inserts the first or next version of a rule as a draft. */
export async function startDraft(
  tx: TenantTx,
  ruleId: string,
  versions: readonly Version[],
  data: unknown,
  note: string | null = null,
): Promise<void> {
  const base = inForceOf(versions) ?? versions[0] ?? null;
  if (data === null && !base) throw new Refusal(chargingRefusal['nothing-in-force']);
  const number = (versions[0]?.number ?? 0) + 1;
  const tariff = requireTariff(tx, data ?? base!.tariff, number);
  const reading = describeTariff(tariff);
  await insertVersion(tx, {
    chargeRuleId: ruleId,
    number,
    tariff,
    readingZh: reading.zh,
    readingEn: reading.en,
    baseNumber: base?.number ?? null,
    note,
  });
}

/** The result of an operation on a version, for the audit log and the response. */
export interface Done {
  readonly name: string;
  readonly before: Version | null;
  readonly after: Version;
}

/** Throws the refusal for an operation that the state of a version does not allow. */
function requireState(tx: TenantTx, act: keyof typeof versionTransitions, version: Version): void {
  const impossible: Label | null = disabledReason(versionTransitions, act, version.state);
  if (impossible) throw new Refusal(chargingRefusal['wrong-state'], { reason: impossible[tx.who.language] });
}

async function lockOpen(
  tx: TenantTx,
  ruleId: string,
  act: keyof typeof versionTransitions,
): Promise<{ name: string; versions: Version[]; open: Version }> {
  const { name } = await lockRule(tx, ruleId);
  const versions = await findVersions(tx, [ruleId]);
  const open = openOf(versions);
  if (!open) throw new Refusal(chargingRefusal['no-draft']);
  requireState(tx, act, open);
  return { name, versions, open };
}

async function doneWith(tx: TenantTx, ruleId: string, name: string, before: Version | null, number: number) {
  const after = (await findVersions(tx, [ruleId])).find((one) => one.number === number)!;
  return { name, before, after };
}

/** Saves the draft, or creates it where no version is open. */
export async function writeDraft(
  tx: TenantTx,
  input: { id: string; tariff: unknown; number: number | null; version: number | null; note: string | null },
): Promise<Done> {
  const { name } = await lockRule(tx, input.id);
  const versions = await findVersions(tx, [input.id]);
  const open = openOf(versions);
  if (!open) {
    // The draft being edited no longer exists (discarded, or published by another account).
    if (input.number !== null && input.number <= (versions[0]?.number ?? 0)) throw new Refusal(kernelRefusal.changed);
    await startDraft(tx, input.id, versions, input.tariff, input.note);
    return doneWith(tx, input.id, name, null, (versions[0]?.number ?? 0) + 1);
  }
  requireState(tx, 'save', open);
  const isStale =
    (input.number !== null && input.number !== open.number) ||
    (input.version !== null && input.version !== open.version);
  if (isStale) throw new Refusal(kernelRefusal.changed);
  const tariff = requireTariff(tx, input.tariff ?? open.tariff, open.number);
  const reading = describeTariff(tariff);
  await updateVersion(tx, open.id, {
    tariff: JSON.stringify(tariff),
    reading_zh: reading.zh,
    reading_en: reading.en,
    note: input.note ?? open.note,
  });
  return doneWith(tx, input.id, name, open, open.number);
}

/** Deletes the draft. */
export async function dropDraft(tx: TenantTx, ruleId: string): Promise<{ name: string; before: Version }> {
  const { name, open } = await lockOpen(tx, ruleId, 'discard');
  await deleteVersion(tx, open.id);
  return { name, before: open };
}

/** Submits the draft for review. */
export async function submitDraft(
  tx: TenantTx,
  kernel: Kernel,
  input: { id: string; note: string | null; isConfirmed: boolean },
): Promise<Done> {
  const { name, open } = await lockOpen(tx, input.id, 'submit');
  await checkBeforeRelease(tx, kernel, { ruleId: input.id, tariff: open.tariff, isConfirmed: input.isConfirmed });
  await updateVersion(tx, open.id, {
    state: 'in-review',
    note: input.note ?? open.note,
    submitted_by: tx.who.name,
    submitted_account: tx.who.account,
    submitted_at: tx.now,
  });
  return doneWith(tx, input.id, name, open, open.number);
}

/** Approves a submitted version. The submitter may approve it only where no other account could. */
export async function approveOpen(
  tx: TenantTx,
  input: { id: string; note: string | null },
): Promise<Done & { isOwnWork: boolean }> {
  const { name, open } = await lockOpen(tx, input.id, 'approve');
  const isOwnWork = open.submittedAccount === tx.who.account;
  if (isOwnWork && (await isHeldByOthers(tx, canApprove.name))) throw new Refusal(chargingRefusal['four-eyes']);
  await updateVersion(tx, open.id, {
    state: 'approved',
    note: input.note ?? open.note,
    approved_by: tx.who.name,
    approved_at: tx.now,
  });
  return { ...(await doneWith(tx, input.id, name, open, open.number)), isOwnWork };
}

/** Returns a submitted version to draft. */
export async function returnOpen(tx: TenantTx, input: { id: string; note: string | null }): Promise<Done> {
  const { name, open } = await lockOpen(tx, input.id, 'reject');
  await updateVersion(tx, open.id, {
    state: 'draft',
    note: input.note ?? open.note,
    submitted_by: null,
    submitted_account: null,
    submitted_at: null,
    approved_by: null,
    approved_at: null,
  });
  return doneWith(tx, input.id, name, open, open.number);
}

/** Puts the approved version in force from an instant on, by default now. */
export async function publishOpen(
  tx: TenantTx,
  kernel: Kernel,
  input: { id: string; effectiveFrom: Date | null; isConfirmed: boolean },
): Promise<Done> {
  const { name, versions, open } = await lockOpen(tx, input.id, 'publish');
  const effectiveFrom = input.effectiveFrom ?? tx.now;
  if (effectiveFrom < tx.now) throw new Refusal(chargingRefusal['in-the-past']);
  const same = versions.find((one) => one.effectiveFrom?.getTime() === effectiveFrom.getTime());
  if (same && same.state !== 'withdrawn') throw new Refusal(chargingRefusal['same-moment'], { number: same.number });
  await checkBeforeRelease(tx, kernel, {
    ruleId: input.id,
    tariff: open.tariff,
    isConfirmed: input.isConfirmed,
    from: effectiveFrom,
  });
  await putInForce(tx, open.id, effectiveFrom);
  return doneWith(tx, input.id, name, open, open.number);
}

/** Publishes a version whatever its state: for a ready-made tariff, which needs no review. */
export async function putInForce(tx: TenantTx, versionId: string, effectiveFrom: Date): Promise<void> {
  await updateVersion(tx, versionId, {
    state: 'published',
    effective_from: effectiveFrom,
    published_by: tx.who.name,
    published_at: tx.now,
  });
  tx.invalidate(VERSIONS_KEPT);
}

/** Withdraws a published version before it begins. */
export async function withdrawScheduled(tx: TenantTx, input: { id: string; number: number }): Promise<Done> {
  const { name } = await lockRule(tx, input.id);
  const version = chosenOf(tx, await findVersions(tx, [input.id]), input.number);
  requireState(tx, 'withdraw', version);
  await updateVersion(tx, version.id, { state: 'withdrawn', withdrawn_by: tx.who.name, withdrawn_at: tx.now });
  tx.invalidate(VERSIONS_KEPT);
  return doneWith(tx, input.id, name, version, input.number);
}
