import { decode, type Fields, verbPath, writableFields } from '@boyun/kernel/contract';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { modules } from './modules.ts';

interface Described {
  readonly post: {
    readonly parameters?: readonly { readonly name: string }[];
    readonly requestBody: { readonly content: Record<string, { schema: { properties: object; examples: object[] } }> };
    readonly responses: { 200: { content: { 'application/json': { example: { state: string; data: unknown } } } } };
  };
}

const contracts = modules.map((one) => one.contract);
const operations = contracts.flatMap((one) => one.operations);
const reports = contracts.flatMap((one) => one.reports);
const resources = contracts.flatMap((one) => one.resources);
const deviceCalls = contracts.flatMap((one) => one.deviceCalls);

let server: TestServer;
let paths: Record<string, Described>;
// biome-ignore lint/suspicious/noExplicitAny: read as a client reads it
let document: any;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  paths = document.paths;
});
afterAll(() => server?.stop());

test('the OpenAPI document has every call, with an example of what is sent and of the answer', () => {
  const all = [
    ...resources.flatMap((one) => one.verbs.map((verb) => verbPath(one, verb))),
    ...[...operations, ...reports, ...deviceCalls].map((one) => one.path),
  ];
  expect(all.filter((path) => !paths[path])).toEqual([]);
  const bare = Object.entries(paths).filter(([, { post }]) => {
    const sent = Object.values(post.requestBody.content).every((one) => typeof one.schema.examples?.[0] === 'object');
    return !sent || post.responses[200].content['application/json'].example?.state !== 'success';
  });
  expect(bare.map(([path]) => path)).toEqual([]);
});

test.each<[string, readonly { path: string; fields: Fields }[]]>([
  ['acts', operations.map((one) => ({ path: one.path, fields: one.input }))],
  [
    'new rows',
    resources
      .filter((one) => one.verbs.includes('create'))
      .map((one) => ({ path: verbPath(one, 'create'), fields: writableFields(one.fields) })),
  ],
  ['lists', reports.map((one) => ({ path: one.path, fields: one.filters }))],
  ['signed calls', deviceCalls.map((one) => ({ path: one.path, fields: one.input }))],
])('the examples of %s are what the product takes', (_, calls) => {
  const context = { zone: 'Asia/Shanghai', fileKey: (given: string) => given };
  const wrong = calls.flatMap(({ path, fields }) => {
    const [media] = Object.values(paths[path]!.post.requestBody.content);
    const decoded = decode(fields, media!.schema.examples[0], context);
    return decoded.ok
      ? []
      : [`${path}: ${JSON.stringify(decoded.issues)}: add a text that fits to kernel/contract/sample.ts`];
  });
  expect(wrong).toEqual([]);
});

test('it says how a device signs, what events tell, and that keys are taken', () => {
  expect(paths['/api/box/passing']!.post.parameters!.map((one) => one.name)).toEqual([
    'serialnumber',
    'timestamp',
    'signature',
    'tenant',
  ]);
  const closed = document.webhooks['order.closed'].post.requestBody.content['application/json'].schema;
  expect(Object.keys(closed.properties)).toEqual(['Id', 'Kind', 'Version', 'At', 'LotId', 'LotName', 'Data']);
  expect(closed.properties.Data.properties.Paid).toMatchObject({ type: 'string' });
  expect(document.components.securitySchemes.token.scheme).toBe('bearer');
});

test('the readable page shows every call with its example', async () => {
  const page = await (await fetch(`${server.url}/api/docs`)).text();
  for (const path of ['/api/order/getOrderPage', '/api/box/spot', '/api/parkLot/create'])
    expect(page).toContain(`<code>${path}</code>`);
  expect(page.match(/<pre>/g)!.length).toBe(Object.keys(paths).length * 2);
});
