import { serverModule } from '@boyun/kernel/server';
import { video } from './contract.ts';
import { videoServerOperations, videoServerServer, videoStreamReport } from './video-server/video-server.server.ts';
import { mediaHook } from './viewing/media-hook.ingress.ts';
import { retainedViewings, viewingOperations, viewingReport } from './viewing/viewing.server.ts';

/** The server side of live and recorded video. */
export const videoServer = serverModule(video, new URL('../migrations/', import.meta.url), {
  resources: [videoServerServer],
  operations: [...viewingOperations, ...videoServerOperations],
  reports: [viewingReport, videoStreamReport],
  ingresses: [mediaHook],
  retained: [retainedViewings],
});
