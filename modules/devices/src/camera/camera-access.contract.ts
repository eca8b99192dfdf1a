import {
  flag,
  integer,
  operation,
  optional,
  permission,
  reference,
  refusals,
  secret,
  text,
} from '@boyun/kernel/contract';

const cameraId = reference({ zh: '相机', en: 'Camera' }, 'camera');

/** Sets where a camera is called and as whom. An empty password keeps the present one. */
export const setCameraAccess = operation('set-camera-access', {
  title: { zh: '设置控制地址', en: 'Set the control address' },
  path: '/api/camera/setAccess',
  access: permission('camera.set-access', { zh: '设置相机控制地址', en: 'Set control addresses of cameras' }),
  needsPassword: {
    zh: '云端将用该地址和账号控制道闸，是否保存？',
    en: 'The barrier will be controlled through this address and account. Save it?',
  },
  input: {
    cameraId,
    url: text(
      { zh: '地址', en: 'Address' },
      {
        max: 200,
        pattern: /^https?:\/\/[^\s/?#@]+\/?$/,
        hint: {
          zh: '例如 http://10.20.0.8 或 https://cam.example.com:8443',
          en: 'Such as http://10.20.0.8 or https://cam.example.com:8443',
        },
      },
    ),
    user: text({ zh: '用户名', en: 'User name' }, { max: 64, pattern: /^[^\s:]+$/ }),
    password: optional(secret({ zh: '密码', en: 'Password' }, { max: 64 })),
  },
  output: {},
  audit: 'camera.access-set',
});

/** Calls a camera without moving its barrier, and says what it answered. */
export const testCameraAccess = operation('test-camera-access', {
  title: { zh: '测试控制地址', en: 'Test the control address' },
  path: '/api/camera/testAccess',
  access: setCameraAccess.access,
  input: { cameraId },
  output: {
    isWorking: flag({ zh: '可用', en: 'It works' }),
    message: text({ zh: '结果', en: 'Result' }, { max: 300 }),
    tookMs: integer({ zh: '耗时（毫秒）', en: 'Milliseconds' }),
  },
  audit: 'camera.access-tested',
});

/** Why a camera cannot be called. */
export const cameraAccessRefusal = refusals('camera-access', {
  'not-called': {
    status: 422,
    zh: '该协议的相机自行领取指令，无需控制地址',
    en: 'Cameras of this protocol fetch their commands and need no control address',
  },
  'no-address': { status: 422, zh: '请先设置控制地址', en: 'Set the control address first' },
  'private-address': {
    status: 422,
    zh: '该地址指向内网（{address}），请改用公网地址，或请管理员在 DEVICE_ALLOW 中放行',
    en: 'This address resolves to a private network ({address}). Use a public address, or permit it in DEVICE_ALLOW',
  },
});
