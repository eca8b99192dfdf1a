import type { Source } from './source.ts';
import { walk } from './source.ts';

/** A node of a syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  // biome-ignore lint/suspicious/noExplicitAny: the parser's trees are not typed here
  readonly [key: string]: any;
}

/** What a member of a row is declared to be, as far as a column can be compared with it. */
export type Declared = 'string' | 'number' | 'boolean' | 'Date' | 'array' | 'other';

/** One of the texts that a statement of the code has, with the row type of its call. */
export interface ShapedStatement {
  readonly source: Source;
  /** Position of the text in the file. */
  readonly start: number;
  readonly text: string;
  /** Members of the declared row type; null where the call declares none, or one that cannot be read. */
  readonly members: ReadonlyMap<string, Declared> | null;
}

type Members = Map<string, Declared>;

/** Statements with more choices than this are put together at run time for a reason. */
const MOST_CHOICES = 16;

/** Reads the statements of all files together, because texts and types are imported from each other. */
export class StatementReader {
  /** Named texts at the top of files, by name. */
  readonly #texts = new Map<string, { node: Node; path: string }[]>();
  readonly #types = new Map<string, { node: Node; path: string }[]>();
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
    for (const source of sources) {
      for (const [name, node] of textsAtTop(source)) push(this.#texts, name, { node, path: source.path });
      walk(source, (raw) => {
        const node = raw as Node;
        if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
          push(this.#types, node.id.name, { node, path: source.path });
      });
    }
  }

  /** Returns the calls of `query` and `system` whose texts can be read without running the code. */
  statements(): ShapedStatement[] {
    return this.#sources.flatMap((source) => {
      const found: ShapedStatement[] = [];
      walk(source, (raw) => {
        const call = raw as Node;
        if (call.type !== 'CallExpression' || !isQuery(call.callee)) return;
        const declared = call.typeArguments?.params[0];
        const members = declared ? this.#membersOf(declared, source.path, 0) : null;
        for (const text of this.#textsOf(call.arguments[0], source.path, 0))
          if (/^\s*(select|insert|update|delete|with)\b/.test(text))
            found.push({ source, start: call.arguments[0].start, text, members });
      });
      return found;
    });
  }

  /**
   * The texts of a literal, or of a template that consists of named texts, of either part of a choice, and of conditions; none where a
   * part is known only at run time. Conditions count as `true`, their places as `null`.
   */
  #textsOf(node: Node | undefined, path: string, depth: number): string[] {
    if (!node || depth > 8) return [];
    if (node.type === 'Literal') return isText(node) ? [String(node.value)] : [];
    if (node.type === 'CallExpression') return node.callee.property?.name === 'place' ? ['null'] : [];
    if (node.type === 'MemberExpression') return node.property.name === 'sql' ? ['true'] : [];
    if (node.type === 'ConditionalExpression') {
      const parts = [node.consequent, node.alternate].map((one) => this.#textsOf(one, path, depth + 1));
      return parts.every((one) => one.length > 0) ? parts.flat() : [];
    }
    if (node.type === 'Identifier') {
      // Names in capitals are those of constants at the top of a file; none of them is a parameter.
      const known = /^[A-Z][A-Z_]*$/.test(node.name) ? (this.#texts.get(node.name) ?? []) : [];
      const one = known.find((each) => each.path === path) ?? (known.length === 1 ? known[0] : undefined);
      return one ? this.#textsOf(one.node, one.path, depth + 1) : [];
    }
    if (node.type !== 'TemplateLiteral') return [];
    let texts = [''];
    for (const [at, quasi] of node.quasis.entries()) {
      const parts = at < node.expressions.length ? this.#textsOf(node.expressions[at], path, depth + 1) : [''];
      texts = texts.flatMap((text) => parts.map((part) => `${text}${quasi.value.cooked}${part}`));
    }
    return texts.length > MOST_CHOICES ? [] : texts;
  }

  #membersOf(type: Node, path: string, depth: number): Members | null {
    if (depth > 8) return null;
    if (type.type === 'TSParenthesizedType') return this.#membersOf(type.typeAnnotation, path, depth + 1);
    if (type.type === 'TSTypeLiteral') return this.#membersIn(type.members);
    if (type.type === 'TSIntersectionType')
      return merged(type.types.map((one: Node) => this.#membersOf(one, path, depth + 1)));
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return null;
    const name: string = type.typeName.name;
    const [first, second] = type.typeArguments?.params ?? [];
    if (name === 'Readonly') return this.#membersOf(first, path, depth + 1);
    if (name === 'Pick' || name === 'Omit') {
      const all = this.#membersOf(first, path, depth + 1);
      const named = namesOf(second);
      if (!all || !named) return null;
      return new Map([...all].filter(([key]) => named.has(key) === (name === 'Pick')));
    }
    const known = this.#types.get(name) ?? [];
    const one = known.find((each) => each.path === path) ?? (known.length === 1 ? known[0] : undefined);
    if (!one || one.node.typeParameters) return null;
    if (one.node.type === 'TSTypeAliasDeclaration')
      return this.#membersOf(one.node.typeAnnotation, one.path, depth + 1);
    const above = (one.node.extends ?? []).map((each: Node) =>
      this.#membersOf(
        { type: 'TSTypeReference', start: 0, typeName: each.expression, typeArguments: each.typeArguments },
        one.path,
        depth + 1,
      ),
    );
    return merged([...above, this.#membersIn(one.node.body.body)]);
  }

  #membersIn(nodes: readonly Node[]): Members | null {
    const members: Members = new Map();
    for (const node of nodes) {
      if (node.type !== 'TSPropertySignature' || node.computed) return null;
      if (!node.optional) members.set(node.key.name ?? node.key.value, declaredOf(node.typeAnnotation?.typeAnnotation));
    }
    return members;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** Texts that constants at the top of a file name. */
function textsAtTop(source: Source): [string, Node][] {
  return (source.parsed.program.body as unknown as Node[])
    .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : one) as Node | null)
    .flatMap((one): Node[] => (one?.type === 'VariableDeclaration' ? one.declarations : []))
    .filter((one) => one.id?.type === 'Identifier' && isText(one.init))
    .map((one) => [one.id.name, one.init]);
}

const isText = (node: Node | null): node is Node =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && ['string', 'number'].includes(typeof node.value));

/** `tx.query`, `query`, `database.system`, `systemOf.gate` and the like. */
function isQuery(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'query' || callee.name === 'ask';
  if (callee.type !== 'MemberExpression' || callee.computed) return false;
  if (callee.property.name === 'query') return !/client|admin|owner/i.test(callee.object.name ?? '');
  return callee.property.name === 'system' || callee.object.property?.name === 'systemOf';
}

function merged(all: readonly (Members | null)[]): Members | null {
  return all.every((one) => one !== null) ? new Map(all.flatMap((one) => [...one!])) : null;
}

function namesOf(type: Node | undefined): Set<string> | null {
  const all: Node[] = type?.type === 'TSUnionType' ? type.types : type ? [type] : [];
  return all.every((one) => one.type === 'TSLiteralType') ? new Set(all.map((one) => String(one.literal.value))) : null;
}

const KEYWORDS: Readonly<Record<string, Declared>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSArrayType: 'array',
};

function declaredOf(type: Node | undefined): Declared {
  if (!type) return 'other';
  if (type.type === 'TSUnionType') {
    const rest: Node[] = type.types.filter((one: Node) => one.type !== 'TSNullKeyword');
    const kinds = new Set(rest.map(declaredOf));
    return kinds.size === 1 ? [...kinds][0]! : 'other';
  }
  if (type.type === 'TSLiteralType') {
    const of = typeof type.literal.value;
    return of === 'string' || of === 'number' || of === 'boolean' ? of : 'other';
  }
  if (type.type === 'TSTypeOperator') return declaredOf(type.typeAnnotation);
  if (type.type === 'TSTypeReference' && type.typeName.name === 'Date') return 'Date';
  return KEYWORDS[type.type] ?? 'other';
}
