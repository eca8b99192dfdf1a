import type { DeviceContext } from '@boyun/devices/server';
import type { Driver, PassingReply } from '../driver/driver.service.ts';
import { bodyOf, type DeviceRoute, rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { isRecord } from '../message/payload.service.ts';
import { DAHUA_PREFIX, dahuaItsapi } from './dahua.contract.ts';
import { type DahuaPlate, readDeviceId, readTollgateInfo } from './dahua-message.service.ts';

const endpoint = tokenEndpoint(dahuaItsapi.name, DAHUA_PREFIX, { Result: true });

/**
 * Dahua cameras by ITSAPI 5.2. The reply to a passing opens the barrier (`OpenStrobe`); the other replies carry no commands, so that
 * later ones go to the camera's own address.
 */
export const dahuaDriver: Driver<DahuaPlate> = {
  protocol: dahuaItsapi.name,
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
  readPassing: ({ body, zone }) => readTollgateInfo(body, zone),
  recognise({ json }) {
    if (isRecord(json?.Picture) && isRecord(json.Picture.SnapInfo))
      return { route: 'NotificationInfo/TollgateInfo', signs: ['Picture.SnapInfo'] };
    if (typeof json?.DeviceID !== 'string') return null;
    if (json.Active !== undefined) return { route: 'NotificationInfo/KeepAlive', signs: ['DeviceID', 'Active'] };
    return json.Manufacturer === undefined && json.DeviceType === undefined
      ? null
      : { route: 'NotificationInfo/DeviceInfo', signs: ['DeviceID', 'DeviceType'] };
  },
  answer: tollgateReply,
  command: ({ kind }) => ({ OpenStrobe: kind === 'open' }),
  screen: () => null,
  // Trigger of the barrier relay by the HTTP API of Dahua's traffic cameras.
  calls: {
    move: (kind) => ({ method: 'GET', path: `/cgi-bin/trafficSnap.cgi?action=${kind}Strobe&channel=1` }),
    ask: { method: 'GET', path: '/cgi-bin/magicBox.cgi?action=getDeviceType' },
    isDone: (text) => /^\s*(?:OK|type=)/i.test(text),
  },
  health: ({ body }) => readDeviceId(body),
};

/** Without `Result: true` the camera sends the passing again. */
function tollgateReply({ reading, answer, command }: PassingReply<DahuaPlate>): object {
  return {
    Result: true,
    DeviceID: reading.serialNo,
    PlateNumber: reading.message.plate ?? '',
    AllowUser: command !== null,
    BlockUser: answer.decision === 'refuse',
    OpenStrobe: command !== null,
  };
}
