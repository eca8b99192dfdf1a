import { liveChannel } from '@boyun/kernel/contract';
import { open } from '@boyun/kernel/server';

/** What pages may hear; passing records travel with their picture's address. */
const kinds = [
  'stay.opened',
  'stay.left',
  'stay.closed',
  'stay.voided',
  'order.settled',
  'payment.started',
  'payment.succeeded',
  'payment.refunded',
  'payment.failed',
  'payment.closed',
  'passing.recorded',
  'passing.settled',
  'alarm.raised',
  'alarm.claimed',
  'alarm.closed',
  'command.changed',
  'device.online',
  'device.offline',
];

/** The kernel has checked tenant and lots; what belongs to no lot goes to those who see all of them. */
export const liveChannelServer = open(liveChannel, kinds, ({ kind, lotId, at, data }, who, { signFile }) => {
  if (lotId === null && who.lotIds !== null) return null;
  const { picture } = data;
  return { kind, lotId, at, data: isKey(picture) ? { ...data, picture: signFile(picture) } : data };
});

/** Whether a picture is named by its key in the file store rather than by an address. */
function isKey(picture: unknown): picture is string {
  return typeof picture === 'string' && picture !== '' && !picture.startsWith('/');
}
