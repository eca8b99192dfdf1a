import type { Access } from '../contract/access.ts';
import type { AnyEventType } from '../contract/event.ts';
import type { Channel } from '../contract/operation.ts';
import type { Database } from './database.ts';
import type { EventRow } from './history.ts';
import { isAllowed } from './session.ts';
import type { Who } from './who.ts';

/** What a channel may need besides the event: signed addresses of files. */
export interface ChannelContext {
  signFile(key: string): string;
  /** The declaration of the event; null where it has none. */
  readonly type: AnyEventType | null;
  /** The permissions of which one is required to receive its data, including those that higher modules add. */
  readonly access: readonly Access[];
}

/** How a channel turns events into messages; null means that this listener does not receive it. */
export interface ChannelHandler {
  readonly channel: Channel;
  /** The event kinds it handles; null for those whose declaration says `live`. */
  readonly kinds: readonly string[] | null;
  message(event: EventRow, who: Who, context: ChannelContext): Readonly<Record<string, unknown>> | null;
  /** Response to a text from the page other than the heartbeat; null for none. */
  answer?(text: string, who: Who, database: Database): Promise<Readonly<Record<string, unknown>> | null>;
}

/** Whether an account may open a channel. */
export function mayListen(channel: Channel, who: Who): boolean {
  if (who.hasToChangePassword) return false;
  return typeof channel.access === 'string' || isAllowed(channel.access, who);
}
