import { actEvent, reference } from '@boyun/kernel/contract';
import { playCamera, watchCamera } from './viewing.contract.ts';

const fields = { cameraId: reference({ zh: '相机', en: 'Camera' }, 'camera') };

/** Somebody began to watch a camera live. */
export const cameraWatched = actEvent(watchCamera, fields);

/** Somebody began to play back a camera. */
export const cameraPlayed = actEvent(playCamera, fields);
