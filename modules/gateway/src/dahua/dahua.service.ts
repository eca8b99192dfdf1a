import type { DeviceContext } from '@boyun/devices/server';
import type { Driver } from '../driver/driver.service.ts';
import { bodyOf, type DeviceRoute, rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { DAHUA_PREFIX, dahuaItsapi } from './dahua.contract.ts';
import { dahuaFormat } from './dahua-format.service.ts';
import { type DahuaPlate, readDeviceId } from './dahua-message.service.ts';

const endpoint = tokenEndpoint(dahuaItsapi.name, DAHUA_PREFIX, { Result: true });

/** Dahua cameras by ITSAPI. */
export const dahuaDriver: Driver<DahuaPlate> = {
  ...dahuaFormat,
  mount: {
    kind: 'routes',
    prefix: `${DAHUA_PREFIX}/:token`,
    open(app, kernel) {
      takeCameraBodies(app, kernel);
      const noteAlive = async (device: DeviceContext, body: Uint8Array) => {
        const serialNo = readDeviceId(body);
        markSeen(kernel, await checkSerial(kernel, device, serialNo));
        return serialNo;
      };
      const routes: Readonly<Record<string, DeviceRoute<DeviceContext>>> = {
        'NotificationInfo/TollgateInfo': {
          keep: 'whole',
          async handle(device, request) {
            const raw = rawOf(kernel, request, endpoint.pathOf('NotificationInfo/TollgateInfo'), device.zone);
            return (await takeReport(kernel, dahuaDriver, device, raw)).reply!;
          },
        },
        'NotificationInfo/KeepAlive': {
          keep: 'excerpt',
          handle: async (device, request) => ({ Active: true, DeviceID: await noteAlive(device, bodyOf(request)) }),
        },
        'NotificationInfo/DeviceInfo': {
          keep: 'excerpt',
          handle: async (device, request) => ({ Result: true, DeviceID: await noteAlive(device, bodyOf(request)) }),
        },
      };
      serveRoutes(app, kernel, endpoint, routes);
    },
  },
};
