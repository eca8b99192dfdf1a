import { expect, test } from 'vitest';
import { type Source, sources, walk } from './source.ts';

/** Biome warns from 60 lines on; a function this long is a failure. */
const MOST_LINES = 90;

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
interface Named {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
  readonly init?: unknown;
  readonly value?: unknown;
}

interface Measured {
  /** `path name` */
  readonly name: string;
  readonly lines: number;
}

/** The functions of a file with their lengths. */
function measure(source: Source): Measured[] {
  const names = new Map<unknown, string>();
  const found: Measured[] = [];
  walk(source, (node) => {
    const one = node as unknown as Named;
    const name = one.id?.name ?? one.key?.name;
    if (name) for (const value of [one, one.init, one.value]) names.set(value, name);
    if (!FUNCTIONS.includes(one.type)) return;
    const lines = source.text.slice(one.start, one.end).split('\n').length;
    found.push({ name: `${source.path} ${names.get(one) ?? '(no name)'}`, lines });
  });
  return found;
}

test(`a function has at most ${MOST_LINES} lines`, () => {
  const files = sources().filter((source) => !/\.(test|bench)\.tsx?$|\.mjs$/.test(source.path));
  const long = files.flatMap(measure).filter((one) => one.lines > MOST_LINES);
  expect(
    long.map((one) => one.name),
    'cut them into steps that read top-down',
  ).toEqual([]);
});
