import type { Driver } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import { HIKVISION_PREFIX, hikvisionIsapi } from './hikvision.contract.ts';
import { hikvisionFormat, TAKEN } from './hikvision-format.service.ts';
import { type HikvisionPlate, readHikvisionEvent } from './hikvision-message.service.ts';

const endpoint = tokenEndpoint(hikvisionIsapi.name, HIKVISION_PREFIX, TAKEN);

/** Hikvision cameras by ISAPI. Their reply moves no barrier: commands go to the camera's own address. */
export const hikvisionDriver: Driver<HikvisionPlate> = {
  ...hikvisionFormat,
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
};
