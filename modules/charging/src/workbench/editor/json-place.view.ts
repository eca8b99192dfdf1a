/** The position of a JSON syntax error, or the value with the line of each of its paths ('plans.0.id'). */
export type JsonPlaces = { value: unknown; lines: ReadonlyMap<string, number> } | { brokenLine: number };

/** Parses a JSON text and records the line (from 1) on which every value begins. */
export function readJson(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  let place = 0;
  let line = 1;
  const space = () => {
    for (; place < text.length && /\s/.test(text[place]!); place++) if (text[place] === '\n') line++;
  };
  const fail = (): never => {
    throw new SyntaxError('not JSON');
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = place;
    const found = pattern.exec(text)?.[0] ?? fail();
    place += found.length;
    return found;
  };
  const expect = (sign: string) => {
    space();
    if (text[place] !== sign) fail();
    place++;
  };
  const isNext = (sign: string) => {
    space();
    if (text[place] !== sign) return false;
    place++;
    return true;
  };
  const list = (end: string, item: (index: number) => void) => {
    if (isNext(end)) return;
    for (let index = 0; ; index++) {
      item(index);
      if (isNext(end)) return;
      expect(',');
    }
  };
  const read = (path: string): void => {
    space();
    lines.set(path, line);
    const below = (key: string | number) => read(path === '' ? String(key) : `${path}.${key}`);
    if (isNext('{'))
      list('}', () => {
        space();
        const key = JSON.parse(take(/"(?:[^"\\\n]|\\.)*"/y)) as string;
        expect(':');
        below(key);
      });
    else if (isNext('[')) list(']', below);
    else JSON.parse(take(/"(?:[^"\\\n]|\\.)*"|true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y));
  };
  try {
    read('');
    space();
    if (place < text.length) fail();
    return { value: JSON.parse(text), lines };
  } catch {
    return { brokenLine: line };
  }
}

/** Returns the line of a path, or of its nearest ancestor. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  for (let here = path; here !== ''; here = here.includes('.') ? here.slice(0, here.lastIndexOf('.')) : '') {
    const line = lines.get(here);
    if (line !== undefined) return line;
  }
  return 1;
}
