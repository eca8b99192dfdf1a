import type { Kernel } from '@boyun/kernel/server';
import type { Driver, Format, Reading } from '../driver/driver.service.ts';
import { rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { takeCameraBodies, tokenEndpoint } from '../endpoint/token-endpoint.service.ts';
import { checkSerial, markSeen, takeReading } from '../intake/intake.service.ts';
import type { WebhookParts } from './webhook-format.service.ts';

/** What the driver of a webhook does besides reading its messages. */
interface WebhookSteps<R extends Reading> {
  readonly prefix: string;
  readonly prepare?: Driver<R>['prepare'];
  /** Completes a passing before it is taken. */
  readonly complete?: (kernel: Kernel, reading: R) => Promise<R>;
}

/** The driver of recognition software that posts what it sees to one address. */
export function webhookDriver<R extends Reading>(
  format: Format<R> & Pick<WebhookParts<R>, 'read'>,
  { prefix, prepare, complete }: WebhookSteps<R>,
): Driver<R> {
  const endpoint = tokenEndpoint(format.protocol, prefix, { taken: true });
  const { read, ...rest } = format;
  const driver: Driver<R> = {
    ...rest,
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
  };
  return driver;
}
