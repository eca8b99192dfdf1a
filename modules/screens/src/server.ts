import { serverModule } from '@boyun/kernel/server';
import { screens } from './contract.ts';
import { lotMapServers } from './lot-map/lot-map.server.ts';
import { screenDataServers } from './screen-data/screen-data.server.ts';
import { screenLinkReport, screenLinkServers } from './screen-link/screen-link.server.ts';
import { wallScreenServer } from './wall-screen/wall-screen.server.ts';

/** The server side of screens and the map. */
export const screensServer = serverModule(screens, new URL('../migrations/', import.meta.url), {
  resources: [wallScreenServer],
  operations: [...screenDataServers, ...screenLinkServers, ...lotMapServers],
  reports: [screenLinkReport],
});
