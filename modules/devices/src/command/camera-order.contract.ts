import { choice, operation, permission, reference, refusals, text } from '@boyun/kernel/contract';
import { CameraOrder } from '../camera/camera-order.contract.ts';

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');
const output = { commandId: text({ zh: '指令编号', en: 'Command id' }) };
const { snapshot, recognise, time, settings } = CameraOrder;

/** Tells a camera to do something that neither moves its barrier nor stops it. */
export const orderCamera = operation('order-camera', {
  title: { zh: '相机指令', en: 'Command to a camera' },
  path: '/api/camera/order',
  access: permission('camera.order', { zh: '向相机下发指令', en: 'Send commands to cameras' }),
  input: { cameraId, order: choice({ zh: '指令', en: 'Command' }, { snapshot, recognise, time, settings }) },
  output,
  audit: 'camera.ordered',
});

/** Shows a text on the screen of a lane or says it, once. */
export const announceAtCamera = operation('announce-at-camera', {
  title: { zh: '屏显与语音', en: 'Show or say something' },
  path: '/api/camera/announce',
  access: orderCamera.access,
  input: {
    cameraId,
    by: choice({ zh: '方式', en: 'How' }, { text: CameraOrder.text, voice: CameraOrder.voice }, { byDefault: 'text' }),
    words: text(
      { zh: '内容', en: 'Words' },
      {
        min: 1,
        max: 120,
        isLong: true,
        hint: { zh: '屏显每行一条，最多四行', en: 'On a screen a line each, four at most' },
      },
    ),
  },
  output,
  audit: 'camera.announced',
});

/** Restarts a camera: its lane reads no plates meanwhile. */
export const rebootCamera = operation('reboot-camera', {
  title: { zh: '重启相机', en: 'Restart a camera' },
  path: '/api/camera/reboot',
  access: permission('camera.reboot', { zh: '重启相机', en: 'Restart cameras' }),
  input: { cameraId, reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }) },
  output,
  audit: 'camera.rebooted',
  needsPassword: {
    zh: '重启期间该车道无法识别车牌，是否重启？',
    en: 'The lane reads no plates while the camera restarts. Restart it?',
  },
});

/** Why a camera is not told something. */
export const cameraOrderRefusal = refusals('camera-order', {
  unable: {
    status: 422,
    zh: '该协议的相机不支持“{order}”',
    en: 'Cameras of this protocol cannot do this: {order}',
  },
  offline: { status: 409, zh: '相机不在线，指令无法送达', en: 'The camera is offline and would not get the command' },
  'under-way': {
    status: 409,
    zh: '上一条“{order}”还在下发，请稍候',
    en: 'The last command of this kind is still under way: {order}',
  },
});
