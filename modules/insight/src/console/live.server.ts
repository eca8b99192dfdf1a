import { alarmList } from '@boyun/alarms/contract';
import { camera, commandList } from '@boyun/devices/contract';
import { type Access, liveChannel } from '@boyun/kernel/contract';
import { mayDo, open } from '@boyun/kernel/server';
import { orderList } from '@boyun/orders/contract';
import { getLaneBoard, passingList } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';

/** What pages may hear, by the beginning of the kind, and the rights to know more of it than that it happened: any of them. */
const HEARD: Readonly<Record<string, { kinds: readonly string[]; access: readonly Access[] }>> = {
  stay: { kinds: ['opened', 'left', 'closed', 'voided', 'restored'], access: [orderList.access] },
  order: { kinds: ['settled'], access: [orderList.access] },
  payment: {
    kinds: ['started', 'succeeded', 'refunded', 'failed', 'closed'],
    access: [paymentList.access, orderList.access],
  },
  passing: { kinds: ['recorded', 'settled', 'plate-matched'], access: [passingList.access, getLaneBoard.access] },
  lane: { kinds: ['called', 'call-answered', 'call-ended', 'call-missed'], access: [getLaneBoard.access] },
  alarm: { kinds: ['raised', 'claimed', 'closed'], access: [alarmList.access] },
  review: { kinds: ['requested', 'advanced', 'approved', 'rejected', 'withdrawn'], access: [] },
  command: { kinds: ['changed'], access: [commandList.access, getLaneBoard.access] },
  device: { kinds: ['online', 'offline'], access: [camera.can.list] },
};
const kinds = Object.entries(HEARD).flatMap(([thing, one]) => one.kinds.map((kind) => `${thing}.${kind}`));

/**
 * The kernel has checked tenant and lots; what belongs to no lot goes to those who see all of them. Whoever may not see
 * what happened hears only that something did: figures he may see change with it. Passing records travel with their picture's address.
 */
export const liveChannelServer = open(liveChannel, kinds, ({ kind, lotId, at, data }, who, { signFile }) => {
  if (lotId === null && who.lotIds !== null) return null;
  const { access } = HEARD[kind.split('.')[0]!]!;
  if (!access.some((one) => mayDo(one, who))) return { kind, lotId, at, data: {} };
  const { picture } = data;
  return { kind, lotId, at, data: isKey(picture) ? { ...data, picture: signFile(picture) } : data };
});

/** Whether a picture is named by its key in the file store rather than by an address. */
function isKey(picture: unknown): picture is string {
  return typeof picture === 'string' && picture !== '' && !picture.startsWith('/');
}
