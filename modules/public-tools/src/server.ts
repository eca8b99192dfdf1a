import { serverModule } from '@boyun/kernel/server';
import {
  bulletinOperations,
  bulletinReadingReport,
  bulletinReceiptReport,
  bulletinServer,
} from './bulletin/bulletin.server.ts';
import { publicTools } from './contract.ts';

/** The server side of the public tools. */
export const publicToolsServer = serverModule(publicTools, new URL('../migrations/', import.meta.url), {
  resources: [bulletinServer],
  operations: [...bulletinOperations],
  reports: [bulletinReadingReport, bulletinReceiptReport],
});
