import { kernelRefusal, Refusal } from '../contract/refusal.ts';

/** Bounds of a form: pairs, nesting depth of a key, and the highest array index. */
export const FORM_BOUNDS = { pairs: 20_000, depth: 8, index: 20_000 } as const;

interface Node {
  readonly values: string[];
  readonly children: Map<string, Node>;
  /** Entries with the suffix `[]`, in order. */
  readonly appended: Node[];
}

const newNode = (): Node => ({ values: [], children: new Map(), appended: [] });

/**
 * Parses a form-encoded body with nested keys (`A[B]`, `A.B`), arrays (`A[]`, `A[0][B]`) and repeated keys, in time linear in its length.
 * Throws `bad-input` when a bound is exceeded or a key is both a value and a container.
 */
export function parseForm(text: string): Record<string, unknown> {
  const root = newNode();
  let pairs = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('&', from);
    const pair = text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
    if (pair === '') continue;
    pairs += 1;
    if (pairs > FORM_BOUNDS.pairs) throw refused(`more than ${FORM_BOUNDS.pairs} values`);
    const equals = pair.indexOf('=');
    const key = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    const path = pathOf(key);
    // Names that every object inherits are ignored; otherwise a field look-up would find them.
    if (path.some((name) => name in Object.prototype)) continue;
    let node = root;
    for (const name of path) node = childOf(node, name);
    node.values.push(value);
  }
  return objectOf(root, '');
}

function refused(reason: string): Refusal {
  return new Refusal(kernelRefusal['bad-input'], { reason });
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Splits a key into its names, with an empty name for `[]`; a key with unbalanced brackets is a single name. */
function pathOf(given: string): string[] {
  const key = given.includes('.') ? given.replace(/\.([^.[]+)/g, '[$1]') : given;
  const bracket = key.indexOf('[');
  if (bracket === -1) return [key];
  const path = bracket === 0 ? [] : [key.slice(0, bracket)];
  for (let at = bracket; at < key.length; ) {
    const end = key.indexOf(']', at);
    const name = end === -1 ? '[' : key.slice(at + 1, end);
    if (key[at] !== '[' || name.includes('[')) return [key];
    path.push(name);
    if (path.length > FORM_BOUNDS.depth + 1) throw refused(`a key nested deeper than ${FORM_BOUNDS.depth}`);
    at = end + 1;
  }
  return path;
}

function childOf(node: Node, name: string): Node {
  if (name === '') {
    const added = newNode();
    node.appended.push(added);
    return added;
  }
  let child = node.children.get(name);
  if (!child) {
    child = newNode();
    node.children.set(name, child);
  }
  return child;
}

function valueIn(node: Node, key: string): unknown {
  const { values, children, appended } = node;
  if (values.length > 0) {
    if (children.size + appended.length > 0) throw refused(`${key.slice(0, 100)} is given in two forms`);
    return values.length === 1 ? values[0] : values;
  }
  const names = [...children.keys()];
  if (!names.every((name) => /^(0|[1-9]\d*)$/.test(name))) return objectOf(node, key);
  const indexes = names.map(Number).sort((a, b) => a - b);
  if ((indexes.at(-1) ?? 0) > FORM_BOUNDS.index) throw refused(`an index above ${FORM_BOUNDS.index}`);
  return [
    ...indexes.map((index) => valueIn(children.get(String(index))!, key)),
    ...appended.map((one) => valueIn(one, key)),
  ];
}

function objectOf({ children, appended }: Node, key: string): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, child] of children) found[name] = valueIn(child, name);
  if (appended.length > 0) {
    if (key !== '') throw refused(`${key.slice(0, 100)} is given in two forms`);
    found[''] = appended.map((one) => valueIn(one, key));
  }
  return found;
}
