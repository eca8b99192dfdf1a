import { actEvent, reference } from '@boyun/kernel/contract';
import { setVideoStream, writeVideoConfiguration } from './video-server.contract.ts';

/** The configuration of a media server was written, perhaps with a new key. */
export const videoConfigured = actEvent(writeVideoConfiguration, {
  videoServerId: reference({ zh: '视频来源', en: 'Source of video' }, 'video-server'),
});

/** The stream of a camera was set. */
export const videoStreamSet = actEvent(setVideoStream, {
  cameraId: reference({ zh: '相机', en: 'Camera' }, 'camera'),
});
