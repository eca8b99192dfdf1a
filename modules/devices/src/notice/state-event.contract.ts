import { type Access, type EventType, event, type Field, type Fields, type Label, text } from '@boyun/kernel/contract';
import { stateNotices } from './state-notice.contract.ts';

/** The name of a thing, as its events keep it. */
export const nameOfThing = text({ zh: '名称', en: 'Name' }, { max: 64 });

type Named = Fields & { readonly name: Field<string> };

interface StateEvents<F extends Named> {
  /** The thing: `{ zh: '盒子', en: 'Edge box' }`. */
  readonly what: Label;
  /** The thing in a sentence: `An edge box`. */
  readonly one: string;
  /** What identifies it, and its name. */
  readonly fields: F;
  /** Who may see such things. */
  readonly access: Access;
  /** The page that lists them. */
  readonly path: string;
  /** Webhooks are offered the events. */
  readonly isPublished?: boolean;
}

/** The two events of a thing with heartbeats: it went offline, and it is back; live, pushed by rules and, where stated, by webhooks. */
export function stateEvents<const G extends string, const B extends string, F extends Named>(
  gone: G,
  back: B,
  { what, one, fields, access, path, isPublished = false }: StateEvents<F>,
): { offline: EventType<F, G>; online: EventType<F, B> } {
  const notices = stateNotices(what, path);
  const declare = <const K extends string>(kind: K, notice: unknown, label: Label) =>
    event(kind, {
      label,
      fields,
      live: { access: [access] },
      ...(isPublished ? { publishedAs: { name: kind, label, fields } } : {}),
      push: notice as EventType<F>['push'],
    });
  return {
    offline: declare(gone, notices.offline, { zh: `${what.zh}离线`, en: `${one} went offline` }),
    online: declare(back, notices.online, { zh: `${what.zh}恢复在线`, en: `${one} came back online` }),
  };
}
