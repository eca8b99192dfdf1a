import { type FeeLine, priceStay, type Tariff, tariffJsonSchema } from '@boyun/domain/fee';
import { Refusal } from '@boyun/kernel/contract';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { chargingRefusal } from '../charge-rule/charge-rule.contract.ts';
import { requireRule } from '../charge-rule/charge-rule.service.ts';
import { calendarOf } from '../holiday/holiday.service.ts';
import { findVersions } from '../tariff-version/tariff-version.queries.ts';
import { chosenOf, requireTariff } from '../tariff-version/tariff-version.service.ts';
import { findMistakes, instantOf, priceExamples, stayBetween } from '../trial-run/trial-run.service.ts';
import { checkExamples, getTariffSchema, lintVersion, simulateStay } from './tariff-trial.contract.ts';

/** Returns the tariff to try: the one sent, otherwise a version of the rule. */
async function triedTariff(
  tx: TenantTx,
  input: { id: string | null; number: number | null; tariff: unknown },
): Promise<{ tariff: Tariff; number: number | null }> {
  const { id, number } = input;
  if (id) await requireRule(tx, id);
  const isOwn = input.tariff !== null;
  if (!id && !isOwn) throw new Refusal(chargingRefusal['nothing-to-try']);
  const version = id && (number !== null || !isOwn) ? chosenOf(tx, await findVersions(tx, [id]), number) : null;
  return isOwn
    ? { tariff: requireTariff(tx, input.tariff, number ?? 1), number }
    : { tariff: version!.tariff, number: version!.number };
}

const wireLines = (lines: readonly FeeLine[]) =>
  lines.map(({ fromMs, toMs, ...line }) => ({ ...line, from: new Date(fromMs), to: new Date(toMs) }));

/** Checks of a tariff that need not be in force: a trial stay, linting, examples. */
export const tariffTrialServers = [
  handle(simulateStay, async (tx, input) => {
    const { tariff, number } = await triedTariff(tx, input);
    const zone = input.zone ?? tx.who.zone;
    const { entry, exit, vehicleKind, plateColor, spotKind, covered, paid } = input.stay;
    const at = (text: string) => instantOf(text, zone);
    const priced = priceStay(tariff, {
      ...stayBetween(entry, exit, zone),
      zone,
      calendar: await calendarOf(tx),
      ...(vehicleKind === null ? {} : { vehicleKind }),
      ...(plateColor === null ? {} : { plateColor }),
      ...(spotKind === null ? {} : { spotKind }),
      covered: covered.map((one) => ({ fromMs: at(one.from), toMs: at(one.to) })),
      paid: paid.map((one) => ({ atMs: at(one.at), amountFen: one.amountFen })),
    });
    return { ...priced, number, lines: wireLines(priced.lines) };
  }),
  handle(lintVersion, async (tx, input, _act, kernel) => {
    const { tariff } = await triedTariff(tx, input);
    return { findings: await findMistakes(tx, kernel, tariff, { ruleId: input.id, lotIds: input.lotIds }) };
  }),
  handle(checkExamples, async (tx, input) => {
    const { tariff } = await triedTariff(tx, input);
    const results = await priceExamples(tx, input.id, tariff);
    return {
      failedCount: results.filter((one) => !one.isPassing).length,
      results: results.map((one) => ({ ...one, lines: wireLines(one.lines) })),
    };
  }),
  handle(getTariffSchema, async () => ({ schema: tariffJsonSchema() })),
];
