import { type AnyEventType, type EventData, type EventType, readEventData } from '../contract/event.ts';
import type { Query, TenantTx } from './database.ts';
import type { EventRow } from './history.ts';
import type { Jobs } from './job.ts';

/** Tables computed from the event log alone; they can be dropped and computed again. Reads the log from its beginning. */
export interface Projection {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly tables: readonly string[];
  /** Adds a batch of events, in order; `table` gives the name to write to (verification writes to a copy). */
  apply(query: Query, events: readonly EventRow[], table: (name: string) => string): Promise<void>;
}

/** Business logic that follows from an event; each event is handled exactly once, in its own transaction of its tenant. */
export interface Reaction {
  readonly name: string;
  readonly kinds: readonly string[];
  /** A reaction added by a release starts with later events; with `beginning` it processes the whole log first. */
  readonly from?: 'beginning';
  /**
   * Also runs right after the commit of the transaction that files the event, in the same process: for reactions that cannot wait for the
   * reader of the log, which then handles only missed events. Such a run does not wait for earlier events of its lot.
   */
  readonly isPrompt?: true;
  /** Which events of these kinds it acts on; all by default. */
  readonly wants?: (event: EventRow) => boolean;
  /** Selects the events of a batch that need a transaction, with one query; all by default. */
  readonly pick?: (query: Query, events: readonly EventRow[]) => Promise<readonly EventRow[]>;
  react(tx: TenantTx, event: EventRow, jobs: Jobs): Promise<void>;
}

/** Whether a reaction acts on an event, judged by the event alone. */
export function isWanted(reaction: Reaction, event: EventRow): boolean {
  return reaction.kinds.includes(event.kind) && (reaction.wants?.(event) ?? true);
}

/** An event of the log with its data typed by its declaration; several types make a union distinguished by `kind`. */
export type EventOf<E extends AnyEventType> =
  E extends EventType<infer F, infer K>
    ? Omit<EventRow, 'kind' | 'data'> & { readonly kind: K; readonly data: EventData<F> }
    : never;

/** Reads an event of the log by the declaration of its kind; null when it is none of these types. */
export function readEvent<const E extends readonly AnyEventType[]>(types: E, row: EventRow): EventOf<E[number]> | null {
  const type = types.find((one) => one.kind === row.kind);
  return type ? ({ ...row, data: readEventData(type, row.data) } as EventOf<E[number]>) : null;
}

/**
 * Declares business logic that follows from events of these types; each event is handled exactly once, in its own transaction of its
 * tenant.
 */
export function reaction<const E extends readonly AnyEventType[]>(
  name: string,
  events: E,
  declaration: Pick<Reaction, 'from' | 'isPrompt' | 'pick'> & {
    readonly wants?: (event: EventOf<E[number]>) => boolean;
    react(tx: TenantTx, event: EventOf<E[number]>, jobs: Jobs): Promise<void>;
  },
): Reaction {
  const { wants, react, ...more } = declaration;
  return {
    ...more,
    name,
    kinds: events.map((one) => one.kind),
    ...(wants ? { wants: (row) => wants(readEvent(events, row)!) } : {}),
    react: (tx, row, jobs) => react(tx, readEvent(events, row)!, jobs),
  };
}
