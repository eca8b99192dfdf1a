import { serverModule } from '@boyun/kernel/server';
import { insight as contract } from './contract.ts';
import { statHour } from './stat/stat-hour.service.ts';

/** What the server does for figures and their proof. */
export const insightServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  projections: [statHour],
});
