import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScaffoldError } from './writing.ts';

/** A door of a module while lines are added to it. */
export class Door {
  readonly path: string;
  #text: string;

  constructor(folder: string, name: 'contract' | 'server' | 'web') {
    this.path = join(folder, `src/${name}.ts`);
    this.#text = readFileSync(this.path, 'utf8');
  }

  get text(): string {
    return this.#text;
  }

  /** Adds an entry to a list of the object passed to `moduleContract` or `serverModule`. */
  add(call: 'moduleContract' | 'serverModule', list: string, entry: string): this {
    this.#text = addTo(this.#text, call, list, entry);
    return this;
  }

  /** Adds an entry to the array that begins with a text. */
  append(list: string, entry: string): this {
    const start = this.#text.indexOf(list);
    if (start < 0) throw new ScaffoldError(`${this.path} has no line ${list}. Write the lines by hand.`);
    this.#text = appendAt(this.#text, start + list.length - 1, entry);
    return this;
  }

  /** Fills a slot in `web.ts`. */
  fillForPages(entry: string): this {
    this.import(`import { fill } from '@boyun/kernel/web';`);
    const list = 'export const slots: readonly Filling[] = [';
    if (this.#text.includes(list)) return this.append(list, `/* @__PURE__ */ ${entry}`);
    this.import(`import { type Filling } from '@boyun/kernel/web';`);
    this.#text += `\n/** Slot fillings of this module. */\nexport const slots: readonly Filling[] = [/* @__PURE__ */ ${entry}];\n`;
    return this;
  }

  /** Adds an import or a re-export; a name from a source that is imported already joins that import. */
  import(...lines: readonly string[]): this {
    this.#text = addImport(this.#text, lines);
    return this;
  }
}

/** The area of the menu in which a module has its pages. */
export const areaOf = (contract: Door) => /area: '(\w+)'/.exec(contract.text)?.[1] ?? 'basic';

/** Adds an entry to a list in the object passed to a door's function; creates the list if it is missing. */
function addTo(text: string, call: string, list: string, entry: string): string {
  const called = text.indexOf(`${call}(`);
  const start = text.indexOf('{', called);
  if (called < 0 || start < 0) throw new ScaffoldError(`The door calls no ${call}(…, { … }). Write the lines by hand.`);
  const end = closing(text, start);
  const found = new RegExp(`\\b${list}: \\[`).exec(text.slice(start, end));
  if (!found) return `${text.slice(0, start + 1)} ${list}: [${entry}],${text.slice(start + 1)}`;
  return appendAt(text, start + found.index + found[0].length - 1, entry);
}

/** Adds an entry to the array whose bracket is at `open`. */
function appendAt(text: string, open: number, entry: string): string {
  const close = closing(text, open);
  const before = text.slice(0, close).trimEnd();
  return `${before}${/[[,]$/.test(before) ? '' : ','} ${entry}${text.slice(close)}`;
}

/** Returns the position of the bracket that closes the one at `start`. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if ('([{'.includes(text[place]!)) depth += 1;
    if (')]}'.includes(text[place]!)) depth -= 1;
    if (depth === 0) return place;
  }
  throw new ScaffoldError('The brackets of the door do not match. Correct it first.');
}

/** Inserts lines after the last import; names from an already imported module are added to that import. */
function addImport(text: string, lines: readonly string[]): string {
  let out = text;
  for (const line of lines) {
    const [, name, source] = /^import \{ ((?:type )?\w+) \} from '(.*)';$/.exec(line) ?? [];
    const known = name && new RegExp(`^import \\{([^}]*)\\} from '${source}';$`, 'm').exec(out);
    if (known) {
      const names = known[1]!.split(',').map((one) => one.trim());
      if (names.includes(name)) continue;
      out = out.replace(known[0], `import { ${[...names.filter(Boolean), name].join(', ')} } from '${source}';`);
      continue;
    }
    const imports = [...out.matchAll(/^import [^;]*;$/gm)];
    const last = imports.at(-1);
    const end = last ? last.index + last[0].length : 0;
    out = `${out.slice(0, end)}\n${line}${out.slice(end)}`;
  }
  return out;
}
