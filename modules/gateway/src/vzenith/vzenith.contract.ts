import type { DeviceProtocol } from '@boyun/devices/contract';

/** First part of the addresses of a Vzenith camera; its token follows. */
export const VZENITH_PREFIX = '/api/camera/vzenith';

/** Vzenith cameras that push over HTTP. */
export const vzenithHttp: DeviceProtocol = {
  name: 'vzenith-http',
  label: { zh: '臻识 HTTP 推送', en: 'Vzenith HTTP push' },
  addresses: {
    plate: { zh: '识别结果推送地址', en: 'Plate push address' },
    heartbeat: { zh: '心跳地址', en: 'Heartbeat address' },
    comet: { zh: '长轮询地址', en: 'Comet address' },
    io: { zh: 'IO 推送地址', en: 'IO push address' },
    serial: { zh: '串口数据推送地址', en: 'Serial data address' },
    snapshot: { zh: '抓拍图片推送地址', en: 'Snapshot address' },
  },
  orders: ['snapshot', 'recognise', 'text', 'voice'],
  pathOf: (address, token) => `${VZENITH_PREFIX}/${token}/${address}`,
};
