import type { Access } from './access.ts';
import type { Fields, Tone, Values } from './field.ts';
import type { Label } from './label.ts';
import { slot } from './slot.ts';

type OptionalKey<F extends Fields> = { [K in keyof F]: null extends Values<F>[K] ? K : never }[keyof F];

/** The data of an event as it is read: an optional field that was not recorded is null. */
export type EventData<F extends Fields = Fields> = { readonly [K in keyof F]: Values<F>[K] };

type Given<T> = T extends (infer I)[] ? readonly I[] : T;

/** The data of an event as it is emitted: optional fields may be left out. */
export type EventInput<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKey<F>>]: Given<Values<F>[K]> } & {
  readonly [K in OptionalKey<F>]?: Given<Values<F>[K]> | undefined;
};

/** A sentence of a history, with the colour of its dot. */
export type TimelineLine = Label & { readonly tone: Tone };

/** Which open pages receive an event. */
interface LiveRule {
  /** Rights of which one is needed to receive the data; without it a reader receives the kind, the lot and the time. */
  readonly access: readonly Access[];
}

/** The value of a placeholder in a notification: the lot or the time of the event, or a value from its data. */
type PlaceholderValue<F extends Fields> = 'lot' | 'time' | ((data: EventData<F>) => Label | string | number | null);

/** How a tenant's push rules notify people of an event. */
export interface PushNotice<F extends Fields> {
  readonly placeholders: Readonly<Record<string, { readonly label: Label; readonly value: PlaceholderValue<F> }>>;
  /** The product's texts; placeholders stand in braces: `{plate}`. */
  readonly title: Label;
  readonly body: Label;
  /** Page about the event. */
  readonly path: string | ((data: EventData<F>) => string);
  /** Kind of the message in the message centre. */
  readonly message: 'alarm' | 'review' | 'reminder';
  /** For events that rules select by their severity: `low`, `medium` or `high`. */
  severity?(data: EventData<F>): string;
  /** Mobile number of the customer whom the event concerns. */
  mobile?(data: EventData<F>): string | null;
}

/** The placeholder `{lot}`: the name of the event's lot. */
export const lotPlaceholder = { label: { zh: '车场', en: 'Parking lot' }, value: 'lot' } as const;

/** The placeholder `{time}`: when it happened, in the lot's time zone. */
export const timePlaceholder = { label: { zh: '时间', en: 'Time' }, value: 'time' } as const;

/** An event as other programs receive it; events of several kinds may be published as one. */
export interface PublicEvent {
  readonly name: string;
  readonly label: Label;
  readonly fields: Fields;
}

/** What an event type declares besides its kind. */
interface EventRules<F extends Fields> {
  readonly label: Label;
  /** What is recorded. Fields of events that are recorded already may be added as optional, and are never renamed. */
  readonly fields: F;
  /** The sentence of the event in the history of what it is about. */
  timeline?(data: EventData<F>): TimelineLine;
  /** The key of a picture that belongs to the sentence. */
  readonly picture?: keyof F & string;
  /** Open pages receive it. */
  readonly live?: LiveRule;
  /** People can be notified of it by push rules. */
  readonly push?: PushNotice<F>;
  /** Other programs can subscribe to it. */
  readonly publishedAs?: PublicEvent;
  /** Values of the public event that are not fields of this one, from its data and the time it happened. */
  publicValues?(data: EventData<F>, at: Date): Readonly<Record<string, unknown>>;
}

/** A kind of event with its data: what is emitted, recorded, reacted to and shown. */
export interface EventType<F extends Fields = Fields, K extends string = string> extends EventRules<F> {
  readonly kind: K;
}

/** Declares a kind of event, in the past tense: `stay.left`. The module's contract lists it under `events`. */
export function event<const K extends string, F extends Fields>(kind: K, rules: EventRules<F>): EventType<F, K> {
  return { ...rules, kind };
}

/** Further rights to receive the data of a live event, of modules above the one that declares it. */
export const liveReaders = slot<{ readonly event: AnyEventType; readonly access: Access }>('event.live-readers');

/** The events that all modules declare; filled from their contracts when the program is put together. */
export const declaredEvents = slot<AnyEventType>('event.declared');

/** Returns the kinds of live events, to select messages of `liveChannel` by. Throws if pages do not receive one of them. */
export function liveKinds(...types: readonly AnyEventType[]): readonly string[] {
  const silent = types.find(({ live }) => !live);
  if (silent) throw new Error(`${silent.kind} is not live`);
  return types.map(({ kind }) => kind);
}

/** Any event type, whatever its fields. */
// biome-ignore lint/suspicious/noExplicitAny: fields of an unknown type are neither a subtype nor a supertype of others
export type AnyEventType = EventType<any, string>;

/** The data of an event as its fields read it: instants as dates, fields that were not recorded as their default or null. */
export function readEventData<F extends Fields>(
  type: EventType<F>,
  data: Readonly<Record<string, unknown>>,
): EventData<F> {
  const read = Object.entries(type.fields).map(([key, field]) => {
    const value = data[key] ?? field.byDefault ?? null;
    return [key, field.kind === 'instant' && typeof value === 'string' ? new Date(value) : value];
  });
  return Object.fromEntries(read) as EventData<F>;
}

/** What a consumer derives from the events of one type. */
export interface EventCase<R> {
  readonly type: AnyEventType;
  readonly derive: (data: EventData) => R;
}

/** States what a consumer derives from the data of an event type. */
export function onEvent<F extends Fields, R>(type: EventType<F>, derive: (data: EventData<F>) => R): EventCase<R> {
  return { type, derive: derive as (data: EventData) => R };
}

/** Returns what a consumer's cases derive from an event; null where none is about its kind. */
export function deriveFrom<R>(
  cases: readonly EventCase<R>[],
  { kind, data }: { readonly kind: string; readonly data: Readonly<Record<string, unknown>> },
): R | null {
  const found = cases.find(({ type }) => type.kind === kind);
  return found ? found.derive(readEventData(found.type, data)) : null;
}

/** Declares the event of an act: its kind is the act's audit action, its label the act's title; `live` where open pages receive it. */
export function actEvent<F extends Fields>(
  act: { readonly audit?: string; readonly title: Label; readonly name: string },
  fields: F,
  live?: LiveRule,
): EventType<F> {
  if (!act.audit) throw new Error(`${act.name} has no audit action`);
  return event(act.audit, { label: act.title, fields, ...(live ? { live } : {}) });
}
