import type { Format } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { isoOfWall } from '../message/wall-time.service.ts';
import { hikvisionIsapi } from './hikvision.contract.ts';
import { type HikvisionPlate, readHikvisionEvent } from './hikvision-message.service.ts';

/** Any reply with the status 200 is taken; its content means nothing to the camera. */
export const TAKEN = { statusCode: 1, statusString: 'OK' };

/** Messages of Hikvision cameras by ISAPI. Their reply moves no barrier: commands go to the camera's own address. */
export const hikvisionFormat: Format<HikvisionPlate> = {
  protocol: hikvisionIsapi.name,
  readPassing({ body, contentType, zone }) {
    const event = readHikvisionEvent(body, contentType, zone);
    if (event.kind === 'plate') return event;
    throw new DeviceFault('malformed', 'a heartbeat, not a passing');
  },
  recognise: ({ text, fields }) =>
    /<EventNotificationAlert[\s>]/.test(text) ||
    Object.values(fields).some((one) => one.includes('<EventNotificationAlert'))
      ? { route: 'event', signs: ['EventNotificationAlert'] }
      : null,
  answer: () => TAKEN,
  command: ({ kind }) => ({ ctrlMode: kind }),
  screen: () => null,
  // A locked barrier answers OK and does not move: an accepted command is not an opened barrier.
  calls: {
    move: (kind) => ({
      method: 'PUT',
      path: '/ISAPI/Parking/channels/1/barrierGate',
      body: `<?xml version="1.0" encoding="UTF-8"?><BarrierGate><ctrlMode>${kind}</ctrlMode></BarrierGate>`,
    }),
    ask: { method: 'GET', path: '/ISAPI/Parking/channels/1/barrierGate/barrierGateStatus' },
    // ISAPI, general application: System and Streaming.
    orders: {
      snapshot: () => ({ method: 'GET', path: '/ISAPI/Streaming/channels/1/picture', answers: 'picture' }),
      time: (_order, { now, zone }) => ({
        method: 'PUT',
        path: '/ISAPI/System/time',
        body: `<?xml version="1.0" encoding="UTF-8"?><Time><timeMode>manual</timeMode><localTime>${isoOfWall(now, zone)}</localTime></Time>`,
      }),
      settings: () => ({ method: 'GET', path: '/ISAPI/System/deviceInfo', answers: 'text' }),
      reboot: () => ({ method: 'PUT', path: '/ISAPI/System/reboot' }),
    },
    isDone: (text) => /<statusCode>1<\/statusCode>|<barrierGateStatus>|<DeviceInfo[\s>]/.test(text),
  },
  health: ({ body, contentType, zone }) => readHikvisionEvent(body, contentType, zone).serialNo,
};
