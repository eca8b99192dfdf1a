import type { DayKind, Text } from './tariff.ts';

const kindNames: Record<DayKind, Text> = {
  workday: { zh: '工作日', en: 'working days' },
  weekend: { zh: '周末', en: 'weekends' },
  holiday: { zh: '节假日', en: 'holidays' },
};

/** Parts of days as 'HH:MM–HH:MM', with the kinds of days they occur on and the first instants of one of them. */
export type DaySpans = Map<string, { kinds: Set<DayKind>; entryMs: number; exitMs: number }>;

/** Returns a minute of a day as 'HH:MM'. */
export function clockOf(minute: number): string {
  if (minute === 1440) return '24:00';
  return `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Joins adjacent parts of the same kinds of days. */
function joined(spans: readonly string[]): string[] {
  const out: string[] = [];
  for (const span of [...spans].sort()) {
    const [from, to] = span.split('–');
    const last = out.at(-1);
    if (last?.endsWith(`–${from}`)) out[out.length - 1] = last.replace(/–.*$/, `–${to}`);
    else out.push(span);
  }
  return out;
}

/** Parts of days in words, grouped by kinds of days. */
export function spansText(gaps: DaySpans): Text {
  const spansByKinds = new Map<string, string[]>();
  for (const [span, { kinds }] of gaps) {
    const key = Object.keys(kindNames)
      .filter((kind) => kinds.has(kind as DayKind))
      .join();
    spansByKinds.set(key, [...(spansByKinds.get(key) ?? []), span]);
  }
  const texts = [...spansByKinds].map(([key, list]): Text => {
    const spans = joined(list);
    const kinds = key.split(',') as DayKind[];
    const isAll = kinds.length === 3;
    const zh = isAll ? '每天' : kinds.map((kind) => kindNames[kind].zh).join('、');
    const en = isAll ? 'every day' : kinds.map((kind) => kindNames[kind].en).join(', ');
    const isWhole = spans[0] === '00:00–24:00';
    return {
      zh: `${zh}${isWhole ? '全天' : ` ${spans.join('、')}`}`,
      en: isWhole ? `all of ${en}` : `${spans.join(', ')} on ${en}`.replace('on every', 'every'),
    };
  });
  return { zh: texts.map((t) => t.zh).join('；'), en: texts.map((t) => t.en).join('; ') };
}
