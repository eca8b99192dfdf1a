import type { GateCommand } from '@boyun/devices/server';
import type { Driver } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { exchangeCommands } from '../intake/command-wait.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { screenFrames } from '../vzenith/screen.service.ts';
import { HUAXIA_PREFIX, huaxiaHttp } from './huaxia.contract.ts';
import { type HuaxiaPlate, readHuaxiaPush } from './huaxia-message.service.ts';

/** The relays: `io1` opens the barrier, `io2` closes it. */
const RELAY: Readonly<Record<GateCommand['kind'], string>> = { open: 'io1', close: 'io2' };

const replyOf = (parts: object) => ({ error_num: 0, error_str: 'noerror', ...parts });

const endpoint = tokenEndpoint(huaxiaHttp.name, HUAXIA_PREFIX, replyOf({}));

/** HTTP push of Huaxia cameras: passings, kept passings, and heartbeats whose reply carries commands. */
export const huaxiaDriver: Driver<HuaxiaPlate> = {
  protocol: huaxiaHttp.name,
  mount: {
    kind: 'routes',
    prefix: `${HUAXIA_PREFIX}/:token`,
    open(app, kernel) {
      takeCameraBodies(app, kernel);
      serveRoutes(app, kernel, endpoint, {
        push: {
          keep: 'whole',
          async handle(device, request) {
            const raw = rawOf(kernel, request, endpoint.pathOf('push'), device.zone);
            const push = readHuaxiaPush(raw.body);
            if (push.kind === 'plate') return (await takeReading(kernel, huaxiaDriver, device, push, raw)).reply!;
            const known = await checkSerial(kernel, device, push.serialNo);
            markSeen(kernel, known);
            const newest = (await exchangeCommands(kernel, known, 'heartbeat')).at(-1);
            return replyOf(newest ? relayOrder(newest.kind) : {});
          },
        },
      });
    },
  },
  readPassing({ body }) {
    const push = readHuaxiaPush(body);
    if (push.kind === 'plate') return push;
    throw new DeviceFault('malformed', 'a heartbeat, not a passing');
  },
  recognise: ({ fields }) => (fields.cam_id && fields.type ? { route: 'push', signs: ['cam_id', 'type'] } : null),
  // An offline record is only acknowledged: its car has left.
  answer: ({ reading, command, screen }) => replyOf(reading.message.isOffline ? {} : { ...command, ...screen }),
  command: ({ kind }) => relayOrder(kind),
  screen: (lines, payUrl) => ({
    rs485_data: screenFrames(lines, payUrl).map(({ data }) => ({ encodetype: 'base64', data })),
  }),
  health: ({ body }) => readHuaxiaPush(body).serialNo,
};

function relayOrder(kind: GateCommand['kind']): object {
  return { gpio_data: [{ ionum: RELAY[kind], action: 'on' }] };
}
