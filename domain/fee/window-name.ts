import type { Text, Window } from './tariff.ts';

const words: Readonly<Record<string, Text>> = {
  always: { zh: '全天', en: 'All day' },
  day: { zh: '白天', en: 'Day' },
  night: { zh: '夜间', en: 'Night' },
  period: { zh: '时段', en: 'Period' },
};

/** What a window is called: its name, else a word for its id; an id without a word stands for itself. */
export function windowName({ id, name, from }: Pick<Window, 'id' | 'name' | 'from'>): Text {
  if (name) return name;
  const [, stem = '', number] = /^(.*?)(?:-(\d+))?$/.exec(id) ?? [];
  // A window around the clock that was given hours keeps its id, not its word.
  const word = words[stem === 'always' && from !== undefined ? 'period' : stem];
  if (!word) return { zh: id, en: id };
  return number ? { zh: `${word.zh} ${number}`, en: `${word.en} ${number}` } : word;
}
