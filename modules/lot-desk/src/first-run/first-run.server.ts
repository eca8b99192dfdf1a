import { handle } from '@boyun/kernel/server';
import { hasChannelSet } from '@boyun/money/server';
import { hasFlow } from '@boyun/reviews/server';
import { getFirstSteps } from './first-run.contract.ts';
import { findFirstSteps } from './first-run.queries.ts';

/** The first steps of a tenant. */
export const getFirstStepsServer = handle(getFirstSteps, async (tx) => ({
  ...(await findFirstSteps(tx)),
  hasPayment: await hasChannelSet(tx, tx.who.lotIds),
  hasFlow: await hasFlow(tx),
}));
