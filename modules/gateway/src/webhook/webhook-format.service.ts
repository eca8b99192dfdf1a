import type { DeviceProtocol } from '@boyun/devices/contract';
import type { Format, PassingReply, RawMessage, Reading, Sniffed } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';

/** A message of recognition software: a passing, or a sign of life. */
export type WebhookMessage<R extends Reading> =
  | { readonly kind: 'heartbeat'; readonly serialNo: string | null }
  | (R & { readonly kind: 'plate' });

/** How the messages of a webhook are read. */
export interface WebhookParts<R extends Reading> {
  readonly protocol: DeviceProtocol;
  /** Throws DeviceFault. */
  read(raw: RawMessage): WebhookMessage<R>;
  /** The names its messages are told by; null for messages of others. */
  signsOf(message: Sniffed): readonly string[] | null;
}

/** The format of recognition software: it heeds no reply, which carries the decision for a relay that is put between. */
export function webhookFormat<R extends Reading>({
  protocol,
  read,
  signsOf,
}: WebhookParts<R>): Format<R> & Pick<WebhookParts<R>, 'read'> {
  return {
    protocol: protocol.name,
    read,
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
}
