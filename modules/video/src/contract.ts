import { moduleContract, page } from '@boyun/kernel/contract';
import {
  setVideoStream,
  testVideoServer,
  videoServer,
  videoServerRefusal,
  videoStreamList,
  writeVideoConfiguration,
} from './video-server/video-server.contract.ts';
import { videoConfigured, videoStreamSet } from './video-server/video-server-event.contract.ts';
import {
  getLiveCameras,
  getRecordedCameras,
  keepWatching,
  playCamera,
  stopWatching,
  viewingList,
  viewingRefusal,
  watchCamera,
} from './viewing/viewing.contract.ts';
import { cameraPlayed, cameraWatched } from './viewing/viewing-event.contract.ts';

/** Live and recorded video of cameras. */
export const video = moduleContract('video', {
  events: [videoConfigured, videoStreamSet, cameraWatched, cameraPlayed],
  resources: [videoServer],
  operations: [
    getLiveCameras,
    getRecordedCameras,
    watchCamera,
    playCamera,
    keepWatching,
    stopWatching,
    writeVideoConfiguration,
    testVideoServer,
    setVideoStream,
  ],
  reports: [viewingList, videoStreamList],
  refusals: [viewingRefusal, videoServerRefusal],
  pages: [
    page('videoLive', {
      path: '/_cloud_video/live',
      title: getLiveCameras.title,
      icon: 'video',
      area: 'duty',
      access: getLiveCameras.access,
    }),
    page('videoRecord', {
      path: '/_cloud_video/record',
      title: getRecordedCameras.title,
      icon: 'playback',
      area: 'duty',
      access: getRecordedCameras.access,
    }),
  ],
});
