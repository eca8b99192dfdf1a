import { DAHUA_PREFIX } from '../dahua/dahua.contract.ts';
import { dahuaFormat } from '../dahua/dahua-format.service.ts';
import type { Format, RawMessage, Reading } from '../driver/driver.service.ts';
import { HIKVISION_PREFIX } from '../hikvision/hikvision.contract.ts';
import { hikvisionFormat, TAKEN } from '../hikvision/hikvision-format.service.ts';
import { readHikvisionEvent } from '../hikvision/hikvision-message.service.ts';
import { HUAXIA_PREFIX } from '../huaxia/huaxia.contract.ts';
import { huaxiaFormat, replyOf } from '../huaxia/huaxia-format.service.ts';
import { readHuaxiaPush } from '../huaxia/huaxia-message.service.ts';
import type { InputReport } from '../intake/device-input.service.ts';
import { MAPPED_PREFIX } from '../mapped/mapped.contract.ts';
import { mappedFormat } from '../mapped/mapped-format.service.ts';
import { parseJson } from '../message/payload.service.ts';
import { OPENALPR_PREFIX } from '../openalpr/openalpr.contract.ts';
import { openalprFormat } from '../openalpr/openalpr-format.service.ts';
import { PLATE_RECOGNIZER_PREFIX } from '../plate-recognizer/plate-recognizer.contract.ts';
import { plateRecognizerFormat } from '../plate-recognizer/plate-recognizer-format.service.ts';
import { VZENITH_PREFIX } from '../vzenith/vzenith.contract.ts';
import { vzenithFormat } from '../vzenith/vzenith-format.service.ts';
import { readInputPush } from '../vzenith/vzenith-message.service.ts';
import { commandReply } from '../vzenith/vzenith-reply.service.ts';
import type { WebhookMessage } from '../webhook/webhook-format.service.ts';

/** What a camera says at an address: a car, a sign of life (with `isPolling` it waits for commands), an input, or what a box has no use for. */
export type EdgeMessage =
  | { readonly kind: 'passing'; readonly serialNo: string | null; readonly reading: Reading }
  | { readonly kind: 'sign'; readonly serialNo: string | null; readonly isPolling?: true }
  | ({ readonly kind: 'input'; readonly serialNo: string | null } & InputReport)
  | { readonly kind: 'other'; readonly serialNo: null };

/** How a box speaks with the cameras of a protocol at the addresses they have in the cloud: `<prefix>/<token>/<route>`. */
export interface EdgeProtocol {
  readonly format: Format;
  readonly prefix: string;
  readonly routes: readonly string[];
  /** Throws DeviceFault. */
  read(route: string, raw: RawMessage): EdgeMessage;
  /** The reply to anything but a passing, with the parts of commands where its replies carry them. */
  idle(route: string, message: EdgeMessage, commands: object): object;
  /** Whether the reply to a sign of life moves the barrier. */
  readonly carriesCommands: boolean;
}

const passingOf = (reading: Reading): EdgeMessage => ({ kind: 'passing', serialNo: reading.serialNo, reading });
const signOf = (serialNo: string | null): EdgeMessage => ({ kind: 'sign', serialNo });

const vzenith: EdgeProtocol = {
  format: vzenithFormat,
  prefix: VZENITH_PREFIX,
  routes: ['plate', 'heartbeat', 'comet', 'io', 'serial', 'snapshot'],
  carriesCommands: true,
  read(route, raw) {
    if (route === 'plate') return passingOf(vzenithFormat.readPassing(raw));
    if (route === 'io') return { kind: 'input', ...readInputPush(parseJson(raw.body)) };
    if (route === 'comet') return { kind: 'sign', serialNo: vzenithFormat.health(raw), isPolling: true };
    return route === 'heartbeat' ? signOf(vzenithFormat.health(raw)) : { kind: 'other', serialNo: null };
  },
  idle: (_route, _message, commands) => commandReply(commands),
};

const hikvision: EdgeProtocol = {
  format: hikvisionFormat,
  prefix: HIKVISION_PREFIX,
  routes: ['event'],
  carriesCommands: false,
  read(_route, { body, contentType, zone }) {
    const event = readHikvisionEvent(body, contentType, zone);
    return event.kind === 'plate' ? passingOf(event) : signOf(event.serialNo);
  },
  idle: () => TAKEN,
};

const dahua: EdgeProtocol = {
  format: dahuaFormat,
  prefix: DAHUA_PREFIX,
  routes: ['TollgateInfo', 'KeepAlive', 'DeviceInfo'].map((name) => `NotificationInfo/${name}`),
  carriesCommands: false,
  read: (route, raw) =>
    route.endsWith('TollgateInfo') ? passingOf(dahuaFormat.readPassing(raw)) : signOf(dahuaFormat.health(raw)),
  idle: (route, { serialNo }) => ({
    ...(route.endsWith('KeepAlive') ? { Active: true } : { Result: true }),
    DeviceID: serialNo,
  }),
};

const huaxia: EdgeProtocol = {
  format: huaxiaFormat,
  prefix: HUAXIA_PREFIX,
  routes: ['push'],
  carriesCommands: true,
  read(_route, { body }) {
    const push = readHuaxiaPush(body);
    return push.kind === 'plate' ? passingOf(push) : signOf(push.serialNo);
  },
  idle: (_route, _message, commands) => replyOf(commands),
};

const webhook = <R extends Reading>(
  format: Format<R> & { read(raw: RawMessage): WebhookMessage<R> },
  prefix: string,
): EdgeProtocol => ({
  format: format as unknown as Format,
  prefix,
  routes: ['event'],
  carriesCommands: false,
  read(_route, raw) {
    const message = format.read(raw);
    return message.kind === 'plate' ? passingOf(message) : signOf(message.serialNo);
  },
  idle: () => ({ taken: true }),
});

/** The protocols that boxes speak; MQTT needs a broker and stays with the cloud. */
export const edgeProtocols: readonly EdgeProtocol[] = [
  vzenith,
  hikvision,
  dahua,
  huaxia,
  webhook(openalprFormat, OPENALPR_PREFIX),
  webhook(plateRecognizerFormat, PLATE_RECOGNIZER_PREFIX),
  webhook(mappedFormat, MAPPED_PREFIX),
];
