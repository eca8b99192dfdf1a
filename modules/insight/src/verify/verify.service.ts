import { Consumers, type Kernel, type Projection, systemWho } from '@boyun/kernel/server';
import { statHour } from '../stat/stat-hour.service.ts';
import { cardLedger, cardMoney } from './card-check.queries.ts';
import type { Check, CheckFinding } from './check.service.ts';
import { ledgerBalance, ledgerPayments, paymentEvents } from './ledger-check.queries.ts';
import { feeLines, orderEvents, orderMoney, orderPayments, stayLengths } from './order-check.queries.ts';
import { appointmentSlots, packMoney } from './pack-check.queries.ts';
import { consumerFailures, passingAnswers, passingKeys } from './passing-check.queries.ts';
import { carsInside, flowByDay, plateInsideOnce } from './place-check.queries.ts';
import { compareRebuilt } from './rebuild.service.ts';

/** What the verification needs of the kernel. */
export type VerifyKernel = Pick<Kernel, 'database' | 'log'>;

/** An equation with what became of it. */
export interface CheckResult extends CheckFinding {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly tookMs: number;
}

/** The equations that SQL can tell, in the order they are shown. */
export const checks: readonly Check[] = [
  flowByDay,
  carsInside,
  plateInsideOnce,
  orderEvents,
  orderMoney,
  feeLines,
  stayLengths,
  orderPayments,
  ledgerBalance,
  ledgerPayments,
  paymentEvents,
  packMoney,
  cardMoney,
  cardLedger,
  appointmentSlots,
  passingAnswers,
  passingKeys,
  consumerFailures,
];

/** Projections that are computed again. */
const projections: readonly Projection[] = [statHour];

/**
 * Proves a tenant's figures. All equations are read from one moment of the database, without holding anybody up, so it
 * may run beside live traffic; projections are brought up to date first and then computed again.
 */
export async function verifyTenant({ database, log }: VerifyKernel, tenantId: number): Promise<CheckResult[]> {
  await new Consumers({ database, log, projections, reactions: [] }).drain();
  const results = await database.inTenant(
    systemWho(tenantId, 'verify'),
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read');
      const found: CheckResult[] = [];
      for (const check of checks) found.push(await timed(check, () => check.run(tx)));
      return found;
    },
    { isRead: true },
  );
  for (const projection of projections)
    results.push(
      await timed(
        {
          key: `projection-${projection.name}`,
          zh: `统计（${projection.name}）：由事件日志重算的结果 = 当前结果`,
          en: `Statistics (${projection.name}): computed again from the event log = the live ones`,
        },
        () => compareRebuilt(database, projection, tenantId),
      ),
    );
  return results;
}

async function timed(
  { key, zh, en }: Pick<CheckResult, 'key' | 'zh' | 'en'>,
  run: () => Promise<CheckFinding>,
): Promise<CheckResult> {
  const start = performance.now();
  const finding = await run();
  return { key, zh, en, tookMs: Math.round(performance.now() - start), ...finding };
}
