import { type Label, lotPlaceholder, timePlaceholder } from '@boyun/kernel/contract';

/** The notifications of a thing with heartbeats that goes offline and comes back; `path` is the page that lists such things. */
export function stateNotices(what: Label, path: string) {
  const shared = {
    placeholders: {
      device: { label: what, value: (data: { readonly name: string }) => data.name },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    path,
    message: 'alarm',
  } as const;
  return {
    offline: {
      ...shared,
      title: { zh: `${what.zh}离线：{device}`, en: `${what.en} offline: {device}` },
      body: {
        zh: `{lot}的${what.zh}“{device}”自{time}起没有心跳，请检查电源与网络。`,
        en: '"{device}" at {lot} has been offline since {time}. Check its power and network.',
      },
    },
    online: {
      ...shared,
      title: { zh: `${what.zh}恢复：{device}`, en: `${what.en} back: {device}` },
      body: {
        zh: `{lot}的${what.zh}“{device}”已于{time}恢复。`,
        en: '"{device}" at {lot} has been back online since {time}.',
      },
    },
  };
}
