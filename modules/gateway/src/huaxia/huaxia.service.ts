import { partsOf } from '../driver/carry.service.ts';
import type { Driver } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { exchangeCommands } from '../intake/command-wait.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import { HUAXIA_PREFIX, huaxiaHttp } from './huaxia.contract.ts';
import { huaxiaFormat, replyOf } from './huaxia-format.service.ts';
import { type HuaxiaPlate, readHuaxiaPush } from './huaxia-message.service.ts';

const endpoint = tokenEndpoint(huaxiaHttp.name, HUAXIA_PREFIX, replyOf({}));

/** HTTP push of Huaxia cameras: passings, kept passings, and heartbeats whose reply carries commands. */
export const huaxiaDriver: Driver<HuaxiaPlate> = {
  ...huaxiaFormat,
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
            const commands = await exchangeCommands(kernel, known, 'heartbeat');
            return replyOf(
              partsOf(huaxiaDriver, commands, {
                ...known,
                laneScreen: known.laneScreen ?? null,
                now: kernel.clock.now(),
              }),
            );
          },
        },
      });
    },
  },
};
