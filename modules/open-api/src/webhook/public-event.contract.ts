import {
  type AnyEventType,
  declaredEvents,
  group,
  instant,
  integer,
  type Label,
  optional,
  type PublicEvent,
  slotChoices,
  slotMap,
  text,
  type Webhook,
} from '@boyun/kernel/contract';

/** Version of the payload; a breaking change increments it. */
export const PAYLOAD_VERSION = 1;

function publishedOf(types: readonly AnyEventType[]): PublicEvent[] {
  return types.flatMap(({ publishedAs }) => publishedAs ?? []);
}

/** The public events, by name. */
export const publicEvents = /* @__PURE__ */ slotMap(declaredEvents, (all) =>
  publishedOf(all).map((one) => [one.name, one] as const),
);

/** The event types that are published, by kind. */
export const publishedTypes = /* @__PURE__ */ slotMap(declaredEvents, (all) =>
  all.filter(({ publishedAs }) => publishedAs).map((type) => [type.kind, type] as const),
);

/** Returns the labels of the public events, by name. */
export function publicLabels(types: readonly AnyEventType[]): Readonly<Record<string, Label>> {
  return Object.fromEntries(publishedOf(types).map(({ name, label }) => [name, label]));
}

/** The public events as choices. */
export const PublicEventChoice = /* @__PURE__ */ slotChoices(declaredEvents, publicLabels);

const id = (label: Label) => text(label, { max: 36 });

/** Common fields of every event. */
export const payloadFields = {
  id: text({ zh: '事件编号，重复投递时不变', en: 'Id of the event, the same when it is sent again' }, { max: 36 }),
  kind: text({ zh: '事件', en: 'Event' }, { max: 64 }),
  version: integer({ zh: '数据版本', en: 'Version of the data' }),
  at: instant({ zh: '发生时间', en: 'When it happened' }),
  lotId: optional(id({ zh: '车场编号', en: 'Parking lot' })),
  lotName: optional(text({ zh: '车场', en: 'Name of the lot' })),
} as const;

/** Returns the notifications of events as documented, each public event once. */
export function webhooksOf(types: readonly AnyEventType[]): Webhook[] {
  const byName = new Map(publishedOf(types).map((one) => [one.name, one]));
  return [...byName.values()].map(({ name, label, fields }) => ({
    name,
    title: label,
    payload: { ...payloadFields, data: group({ zh: '数据', en: 'Data' }, fields) },
  }));
}
