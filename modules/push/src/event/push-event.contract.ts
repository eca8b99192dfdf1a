import { type AnyEventType, declaredEvents, type Label, slotChoices, slotMap } from '@boyun/kernel/contract';

/** An event that people can be notified of. */
export type PushEvent = AnyEventType & Required<Pick<AnyEventType, 'push'>>;

const isPushed = (type: AnyEventType): type is PushEvent => type.push !== undefined;

/** The declared events that people can be notified of, by kind. */
export const pushEvents = /* @__PURE__ */ slotMap(declaredEvents, (all) =>
  all.filter(isPushed).map((type) => [type.kind, type] as const),
);

/** Returns the event of this kind; fails where people cannot be notified of it. */
export function pushEventOf(kind: string | number): PushEvent {
  const type = pushEvents.get(String(kind));
  if (!type) throw new Error(`${kind} is no event that people can be notified of`);
  return type;
}

/** The events as choices. */
export const PushEventChoice = /* @__PURE__ */ slotChoices(
  declaredEvents,
  (all): Readonly<Record<string, Label>> =>
    Object.fromEntries(all.filter(isPushed).map(({ kind, label }) => [kind, label])),
);
