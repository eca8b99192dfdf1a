import { retainedPlates, serverModule } from '@boyun/kernel/server';
import {
  bulletinOperations,
  bulletinReadingReport,
  bulletinReceiptReport,
  bulletinServer,
} from './bulletin/bulletin.server.ts';
import { publicTools } from './contract.ts';
import { plateContactOperations, plateLookupReport } from './plate-contact/plate-contact.server.ts';
import { recogniserServer, setRecogniserSecretServer } from './recogniser/recogniser.server.ts';
import { recognitionOperations, recognitionReport } from './recognition/recognition.server.ts';
import { retainedPictures } from './recognition/retained-picture.jobs.ts';

/** The server side of the public tools. */
export const publicToolsServer = serverModule(publicTools, new URL('../migrations/', import.meta.url), {
  resources: [bulletinServer, recogniserServer],
  operations: [...bulletinOperations, ...plateContactOperations, setRecogniserSecretServer, ...recognitionOperations],
  reports: [bulletinReadingReport, bulletinReceiptReport, plateLookupReport, recognitionReport],
  retained: [
    retainedPlates({ part: 'plate-lookups', table: 'plate_lookup', endColumn: 'at' }),
    retainedPlates({ part: 'recognitions', table: 'recognition', endColumn: 'at' }),
    retainedPictures,
  ],
});
