import type { Query, TenantTx } from './database.ts';
import type { EventRow } from './history.ts';
import type { Jobs } from './job.ts';

/** Tables computed from the event log alone; they can be thrown away and computed again. Reads the log from its beginning. */
export interface Projection {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly tables: readonly string[];
  /** Adds a batch of events, in order; `table` gives the name to write to (verification writes to a copy). */
  apply(query: Query, events: readonly EventRow[], table: (name: string) => string): Promise<void>;
}

/** Business that follows from an event, each event in a transaction of its tenant, exactly once. */
export interface Reaction {
  readonly name: string;
  readonly kinds: readonly string[];
  /** A reaction that a release adds begins with the events after it; with `beginning` it takes the whole log first. */
  readonly from?: 'beginning';
  /**
   * Runs also right after the commit of the transaction that files the event, in the same process: for what cannot wait for the
   * reader of the log, which then only takes what was missed. Such a run does not wait for earlier events of its lot.
   */
  readonly isPrompt?: true;
  /** Which events of these kinds it acts on; all where not stated. */
  readonly wants?: (event: EventRow) => boolean;
  /** Those of a batch that are worth a transaction, found by one look at the database; all where not stated. */
  readonly pick?: (query: Query, events: readonly EventRow[]) => Promise<readonly EventRow[]>;
  react(tx: TenantTx, event: EventRow, jobs: Jobs): Promise<void>;
}

/** Whether a reaction acts on an event, as far as the event itself says. */
export function isWanted(reaction: Reaction, event: EventRow): boolean {
  return reaction.kinds.includes(event.kind) && (reaction.wants?.(event) ?? true);
}
