import type { Driver } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { HIKVISION_PREFIX, hikvisionIsapi } from './hikvision.contract.ts';
import { type HikvisionPlate, readHikvisionEvent } from './hikvision-message.service.ts';

/** Any reply with the status 200 is taken; its content means nothing to the camera. */
const TAKEN = { statusCode: 1, statusString: 'OK' };

const endpoint = tokenEndpoint(hikvisionIsapi.name, HIKVISION_PREFIX, TAKEN);

/** Hikvision cameras by ISAPI. Their reply moves no barrier: commands go to the camera's own address. */
export const hikvisionDriver: Driver<HikvisionPlate> = {
  protocol: hikvisionIsapi.name,
  mount: {
    kind: 'routes',
    prefix: `${HIKVISION_PREFIX}/:token`,
    open(app, kernel) {
      takeCameraBodies(app, kernel);
      serveRoutes(app, kernel, endpoint, {
        event: {
          keep: 'whole',
          async handle(device, request) {
            const raw = rawOf(kernel, request, endpoint.pathOf('event'), device.zone);
            const event = readHikvisionEvent(raw.body, raw.contentType, raw.zone);
            if (event.kind === 'plate') await takeReading(kernel, hikvisionDriver, device, event, raw);
            else markSeen(kernel, await checkSerial(kernel, device, event.serialNo));
            return TAKEN;
          },
        },
      });
    },
  },
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
    isDone: (text) => /<statusCode>1<\/statusCode>/.test(text) || /<barrierGateStatus>/.test(text),
  },
  health: ({ body, contentType, zone }) => readHikvisionEvent(body, contentType, zone).serialNo,
};
