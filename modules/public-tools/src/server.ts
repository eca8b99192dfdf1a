import { retainedPlates, serverModule } from '@boyun/kernel/server';
import {
  bulletinOperations,
  bulletinReadingReport,
  bulletinReceiptReport,
  bulletinServer,
} from './bulletin/bulletin.server.ts';
import { publicTools } from './contract.ts';
import { plateContactOperations, plateLookupReport } from './plate-contact/plate-contact.server.ts';

/** The server side of the public tools. */
export const publicToolsServer = serverModule(publicTools, new URL('../migrations/', import.meta.url), {
  resources: [bulletinServer],
  operations: [...bulletinOperations, ...plateContactOperations],
  reports: [bulletinReadingReport, bulletinReceiptReport, plateLookupReport],
  retained: [retainedPlates({ part: 'plate-lookups', table: 'plate_lookup', endColumn: 'at' })],
});
