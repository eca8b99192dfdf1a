import type { DeviceProtocol } from '@boyun/devices/contract';
import type { Kernel } from '@boyun/kernel/server';
import type { Driver, PassingReply, RawMessage, Reading, Sniffed } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';

/** A message of recognition software: a passing, or a sign of life. */
export type WebhookMessage<R extends Reading> =
  | { readonly kind: 'heartbeat'; readonly serialNo: string | null }
  | (R & { readonly kind: 'plate' });

/** How the messages of a webhook are read. */
interface WebhookParts<R extends Reading> {
  readonly protocol: DeviceProtocol;
  readonly prefix: string;
  /** Throws DeviceFault. */
  read(raw: RawMessage): WebhookMessage<R>;
  /** The names its messages are told by; null for messages of others. */
  signsOf(message: Sniffed): readonly string[] | null;
  readonly prepare?: Driver<R>['prepare'];
  /** Completes a passing before it is taken. */
  readonly complete?: (kernel: Kernel, reading: R) => Promise<R>;
}

/**
 * The driver of recognition software that posts what it sees to one address and heeds no reply. The decision is in the reply, for a relay
 * that is put between.
 */
export function webhookDriver<R extends Reading>({
  protocol,
  prefix,
  read,
  signsOf,
  prepare,
  complete,
}: WebhookParts<R>): Driver<R> {
  const endpoint = tokenEndpoint(protocol.name, prefix, { taken: true });
  const driver: Driver<R> = {
    protocol: protocol.name,
    mount: {
      kind: 'routes',
      prefix: `${prefix}/:token`,
      open(app, kernel) {
        takeCameraBodies(app, kernel);
        serveRoutes(app, kernel, endpoint, {
          event: {
            keep: 'whole',
            async handle(device, request) {
              const raw = rawOf(kernel, request, endpoint.pathOf('event'), device.zone);
              const message = read((await prepare?.(kernel, device, raw)) ?? raw);
              if (message.kind === 'plate') {
                const reading = (await complete?.(kernel, message)) ?? message;
                return (await takeReading(kernel, driver, device, reading, raw)).reply!;
              }
              const { serialNo } = message;
              markSeen(kernel, serialNo === null ? device : await checkSerial(kernel, device, serialNo));
              return { taken: true };
            },
          },
        });
      },
    },
    ...(prepare ? { prepare } : {}),
    recognise(message) {
      const signs = signsOf(message);
      return signs && { route: 'event', signs };
    },
    readPassing(raw) {
      const message = read(raw);
      if (message.kind === 'plate') return message;
      throw new DeviceFault('malformed', 'a heartbeat, not a passing');
    },
    answer: ({ answer }: PassingReply<R>) => ({ taken: true, decision: answer.decision, lines: answer.lines }),
    // Nothing carries commands to this software.
    command: () => ({}),
    screen: () => null,
    health(raw) {
      return read(raw).serialNo;
    },
  };
  return driver;
}
