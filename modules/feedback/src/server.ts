import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { openMatters } from '@boyun/orders/server';
import { feedback } from './contract.ts';
import { feedbackListServer, feedbackServers } from './feedback/feedback.server.ts';
import { retainedFeedback } from './feedback/retained-feedback.jobs.ts';

export { findFeedbackOf, forgetWriter } from './feedback/holder-feedback.queries.ts';

/** SQL condition: an open feedback about an order. */
const OPEN_FEEDBACK = `exists (select from feedback f
  where f.tenant_id = o.tenant_id and f.order_id = o.id and f.state in ('new', 'claimed'))`;

/** Server side of feedback. */
export const feedbackServer = serverModule(feedback, new URL('../migrations/', import.meta.url), {
  operations: [...feedbackServers],
  reports: [feedbackListServer],
  retained: [retainedFeedback],
  slots: [fill(openMatters, OPEN_FEEDBACK)],
});
