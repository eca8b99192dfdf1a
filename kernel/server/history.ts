import type { AnyEventType, EventInput, EventType } from '../contract/event.ts';
import type { Fields } from '../contract/field.ts';

/** A fact of a declared type; `at` is when it happened, by default now. */
export interface EmittedEvent {
  readonly type: AnyEventType;
  readonly lotId?: string | null;
  readonly subjectId?: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly at?: Date;
}

/** Where and when an event happened, and its data; `at` is now where left out. */
export interface EventFacts<F extends Fields> {
  readonly lotId?: string | null;
  readonly subjectId?: string | null;
  readonly at?: Date;
  readonly data: EventInput<F>;
}

/** Returns an event of a declared type, to be emitted later. */
export function eventOf<F extends Fields>(type: EventType<F>, facts: EventFacts<F>): EmittedEvent {
  return { ...facts, type };
}

/** Emits an event of a declared type, or one made earlier by `eventOf`. */
export interface Emit {
  <F extends Fields>(type: EventType<F>, facts: EventFacts<F>): void;
  (event: EmittedEvent): void;
}

/** A row of the event log. */
export interface EventRow {
  readonly tenantId: number;
  readonly id: string;
  readonly seq: number;
  readonly kind: string;
  readonly lotId: string | null;
  readonly subjectId: string | null;
  readonly data: Record<string, unknown>;
  readonly actor: string;
  readonly requestId: string | null;
  readonly at: Date;
  readonly recordedAt: Date;
}

/**
 * Who did what to which subject, with the values before and after. When `lotId` is left out, it is taken from these values or from the
 * transaction's events.
 */
export interface AuditEntry {
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId?: string | null;
  readonly subject?: string | null;
  readonly lotId?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}
