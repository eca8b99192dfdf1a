import { serverModule } from '@boyun/kernel/server';
import { feedback } from './contract.ts';
import { feedbackListServer, feedbackServers } from './feedback/feedback.server.ts';
import { retainedFeedback } from './feedback/retained-feedback.jobs.ts';

/** The server side of what drivers tell of a lot. */
export const feedbackServer = serverModule(feedback, new URL('../migrations/', import.meta.url), {
  operations: [...feedbackServers],
  reports: [feedbackListServer],
  retained: [retainedFeedback],
});
