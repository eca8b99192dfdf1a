import { serverModule } from '@boyun/kernel/server';
import { site } from './contract.ts';
import { getLotProfileServer } from './profile/profile.server.ts';
import { getStructureServer } from './structure/structure.server.ts';

/** The server door of what happens on site. */
export const siteServer = serverModule(site, new URL('../migrations/', import.meta.url), {
  operations: [getLotProfileServer, getStructureServer],
});
