/**
 * The tariff engine. A tariff is data; a few independent concepts express it:
 *
 * - **plan**: the prices of one kind of stay; the first whose conditions (`when`) hold prices the whole stay.
 * - **window**: a part of the day (or always) that has its own ladder of prices; what happens to a unit at its **border**.
 * - **ladder**: steps along a **clock** (all minutes, or those charged); each step sells units, each unit has a price, an unfinished **part** a rule.
 * - **scope**: the stretch over which something counts before it restarts: stay, blocks of hours, natural days, a window's occurrence.
 *   The clock restarts per scope, a **cap** limits an amount per scope, **free** time is given per scope.
 * - **whole**: blocks of hours from entry at one price; **mark**: an amount at a moment; then percent, minimum and rounding.
 *
 * "30 minutes free, first hour 5 yuan, then 1 yuan per hour, at most 15 yuan in 24 hours":
 *
 *     { id: 'example', version: 1, name: { zh: '示例', en: 'Example' }, plans: [{
 *       id: 'car',
 *       free: { minutes: 30, deduct: false, scope: { per: 'stay' } },
 *       windows: [{ id: 'always', steps: [{ upToMinutes: 60, priceFen: 500 }, { unitMinutes: 60, priceFen: 100 }] }],
 *       caps: [{ id: 'day', amountFen: 1500, scope: { per: 'hours', hours: 24 } }],
 *     }] }
 *
 * Order of work: version → plan → payments and grace → whole blocks → windows, free time, ladder, caps → marks → percent → minimum → rounding.
 */
export { type FeeCase, feeCases } from './case.ts';
export { describeTariff } from './describe-tariff.ts';
export { differenceInWords } from './difference.ts';
export { stepEnds } from './ladder.ts';
export { type ExampleStay, type LintContext, type LintFinding, lintTariff } from './lint.ts';
export { usualFee } from './lint-amount.ts';
export { NO_PLAN, priceStay } from './price.ts';
export { parseTariff, type TariffIssue, tariffJsonSchema } from './schema.ts';
export { chooseVersion, type TariffVersion } from './select.ts';
export type { Calendar, Covered, EarlierStay, FeeLine, Paid, PricedStay, Stay } from './stay.ts';
export type {
  Border,
  Cap,
  Clock,
  Cut,
  DayChoice,
  DayKind,
  Free,
  Grace,
  Linking,
  Mark,
  Nth,
  Plan,
  Scope,
  Season,
  Step,
  Tariff,
  Text,
  When,
  Whole,
  Window,
} from './tariff.ts';

export { type TariffPlace, type TariffTemplate, tariffPlaces, tariffTemplate } from './template.ts';
export { windowName } from './window-name.ts';
