import { join } from 'node:path';
import { Door } from './door.ts';
import { camelOf, checkNew, type NewPart, write } from './writing.ts';

/**
 * Writes a device protocol into the gateway: its declaration and a driver that reads passings and heartbeats in JSON, to be changed to
 * the maker's format. Returns the files; throws ScaffoldError.
 */
export function scaffoldDevice(part: NewPart): string[] {
  checkNew(part);
  const { folder, module, entity } = part;
  const camel = camelOf(entity);
  const declared = `import { ${camel}Protocol } from './${entity}/${entity}.contract.ts';`;
  const entry = `fill(protocolSlot, ${camel}Protocol)`;
  const contract = new Door(folder, 'contract').add('moduleContract', 'slots', entry).import(declared);
  const web = new Door(folder, 'web').fillForPages(entry).import(declared);
  const server = new Door(folder, 'server')
    .append('const drivers: readonly Driver[] = [', `${camel}Driver`)
    .import(`import { ${camel}Driver } from './${entity}/${entity}.service.ts';`);
  return write(module, [
    [join(folder, `src/${entity}/${entity}.contract.ts`), contractOf(part)],
    [join(folder, `src/${entity}/${entity}.service.ts`), driverOf(part)],
    ...[contract, web, server].map((one) => [one.path, one.text] as const),
  ]);
}

function contractOf({ entity, zh, en }: NewPart): string {
  return `import type { DeviceProtocol } from '@boyun/devices/contract';

/** ${en}. */
export const ${camelOf(entity)}Protocol: DeviceProtocol = {
  name: '${entity}',
  label: { zh: '${zh}', en: '${en}' },
  addresses: { passing: { zh: '过车地址', en: 'Passings' }, heartbeat: { zh: '心跳地址', en: 'Heartbeats' } },
  pathOf: (address, token) => \`/api/camera/${entity}/\${token}/\${address}\`,
};
`;
}

function driverOf({ entity, en }: NewPart): string {
  const camel = camelOf(entity);
  return `import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { messageOf } from '../driver/carry.service.ts';
import type { Driver, RawMessage } from '../driver/driver.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { exchangeCommands } from '../intake/command-wait.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { numberAt, parseJson, serialAt, textAt } from '../message/payload.service.ts';
import { ${camel}Protocol } from './${entity}.contract.ts';

const endpoint = tokenEndpoint(${camel}Protocol.name, '/api/camera/${entity}', { ok: true });

/** ${en}: messages in JSON, the secret in the address. */
export const ${camel}Driver: Driver = {
  protocol: ${camel}Protocol.name,
  mount: {
    kind: 'routes',
    prefix: '/api/camera/${entity}/:token',
    open(app, kernel) {
      takeCameraBodies(app, kernel);
      serveRoutes(app, kernel, endpoint, {
        passing: {
          keep: 'whole',
          handle: async (device, request) =>
            (await takeReport(kernel, ${camel}Driver, device, rawOf(kernel, request, '/passing', device.zone))).reply!,
        },
        heartbeat: {
          keep: 'excerpt',
          async handle(device, request) {
            const serialNo = ${camel}Driver.health(rawOf(kernel, request, '/heartbeat', device.zone))!;
            const known = await checkSerial(kernel, device, serialNo);
            markSeen(kernel, known);
            const to = { serialNo: known.serialNo, now: kernel.clock.now() };
            const commands = await exchangeCommands(kernel, known, 'heartbeat');
            return { commands: commands.map((one) => messageOf(${camel}Driver, one, to)) };
          },
        },
      });
    },
  },
  readPassing(raw) {
    const record = read(raw);
    const seconds = numberAt(record, 'time');
    const eventKey = textAt(record, 'record');
    if (!seconds || !eventKey) throw new DeviceFault('malformed', 'record or time is missing');
    return {
      serialNo: serialAt(record, 'serial'),
      message: {
        eventKey,
        plate: textAt(record, 'plate') ?? '',
        plateColor: numberAt(record, 'color') ?? 0,
        confidence: numberAt(record, 'confidence') ?? 100,
        vehicleKind: null,
        happenedAt: new Date(seconds * 1000),
        isOffline: record.offline === true,
        picture: null,
      },
    };
  },
  answer: ({ answer, command, screen }) => ({ decision: answer.decision, barrier: command, screen }),
  command: ({ kind }) => ({ action: kind }),
  screen: ({ lines, code = null }) => ({ lines, payUrl: code }),
  health: (raw) => serialAt(read(raw), 'serial'),
};

const read = ({ body }: RawMessage) => parseJson(body);
`;
}
