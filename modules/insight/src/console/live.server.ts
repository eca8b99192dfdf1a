import { liveChannel } from '@boyun/kernel/contract';
import { handleChannel, isAllowed } from '@boyun/kernel/server';

/**
 * The kernel has checked tenant and lots; events without a lot go to readers of all lots. A reader without the rights of an event
 * receives only that it happened, since figures the reader may see change with it. Pictures travel as signed addresses.
 */
export const liveChannelServer = handleChannel(liveChannel, null, ({ kind, lotId, at, data }, who, context) => {
  if (lotId === null && who.lotIds !== null) return null;
  if (!context.access.some((one) => isAllowed(one, who))) return { kind, lotId, at, data: {} };
  const picture = context.type?.picture ? data.picture : null;
  return { kind, lotId, at, data: isKey(picture) ? { ...data, picture: context.signFile(picture) } : data };
});

/** Whether a picture is named by its key in the file store rather than by an address. */
function isKey(picture: unknown): picture is string {
  return typeof picture === 'string' && picture !== '' && !picture.startsWith('/');
}
