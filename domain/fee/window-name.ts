import type { Text, Window } from './tariff.ts';

const words: Readonly<Record<string, Text>> = {
  always: { zh: '全天', en: 'All day' },
  day: { zh: '白天', en: 'Day' },
  night: { zh: '夜间', en: 'Night' },
  period: { zh: '时段', en: 'Period' },
};

/** Returns the display name of a window: its name, else a word for its id, else the id itself. */
export function windowName({ id, name, from }: Pick<Window, 'id' | 'name' | 'from'>): Text {
  if (name) return name;
  const [, stem = '', number] = /^(.*?)(?:-(\d+))?$/.exec(id) ?? [];
  // A round-the-clock window that was later limited to hours keeps its id, so "always" no longer describes it.
  const word = words[stem === 'always' && from !== undefined ? 'period' : stem];
  if (!word) return { zh: id, en: id };
  return number ? { zh: `${word.zh} ${number}`, en: `${word.en} ${number}` } : word;
}
