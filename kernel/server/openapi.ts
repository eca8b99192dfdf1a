import type { FastifyInstance } from 'fastify';
import type { Access } from '../contract/access.ts';
import { exportFields } from '../contract/export-range.ts';
import type { Label } from '../contract/label.ts';
import type { DeviceCall, ModuleContract, Webhook } from '../contract/module.ts';
import { exportPermission, PROOF_HEADER, REQUEST_KEY_HEADER } from '../contract/operation.ts';
import { PRODUCT_VERSION } from '../contract/product-version.ts';
import {
  searchFields,
  type Verb,
  verbLabel,
  verbNeedsPassword,
  verbPath,
  writableFields,
} from '../contract/resource.ts';
import { NOBODY } from '../contract/sample.ts';
import { importFields, importResultFields } from '../contract/task.ts';
import { importPath } from '../contract/workbook.ts';
import {
  bareResponseSchema,
  deleteAnswerSchema,
  deleteSchema,
  fileAddress,
  idSchema,
  listRequestSchema,
  page,
  requestSchema,
  responseSchema,
  type Schema,
  templateSchema,
  withFile,
  writtenSchema,
} from './openapi-schema.ts';
import { sourceHash } from './source-hash.ts';

/** Schema of the response envelope. */
function envelopeSchema(data: Schema): Schema {
  const [example = null] = (data.examples as unknown[] | undefined) ?? [];
  const properties = { state: { type: 'string' }, data, message: { type: 'string' }, code: { type: 'string' } };
  return {
    description: 'state is "success", or "fail" with code and message',
    content: {
      'application/json': {
        schema: { type: 'object', properties },
        example: { state: 'success', data: example, message: '' },
      },
    },
  };
}

function accessText(access: Access): string {
  return typeof access === 'string' ? access : `permission ${access.name}`;
}

function call(
  module: string,
  title: Label,
  access: Access,
  input: Schema,
  data: Schema,
  { isUpload = false, needsPassword = false, isOnce = false } = {},
): Schema {
  const content = isUpload
    ? { 'multipart/form-data': { schema: input } }
    : { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } };
  return {
    post: {
      tags: [module],
      summary: `${title.zh} / ${title.en}`,
      description: [
        `Access: ${accessText(access)}`,
        ...(needsPassword ? [`${PROOF_HEADER}: the proof of checkUserPassword`] : []),
        ...(isOnce ? [`${REQUEST_KEY_HEADER}: calls repeated with the same key take effect once`] : []),
      ].join('. '),
      security: access === 'public' ? [] : [{ token: [] }],
      requestBody: { content },
      responses: { 200: envelopeSchema(data) },
    },
  };
}

const header = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
});

/** Path item of a call that a device signs. */
function deviceCallItem(module: string, { title, input, output }: DeviceCall): Schema {
  return {
    post: {
      tags: [module],
      summary: `${title.zh} / ${title.en}`,
      description: 'Access: device, by the signature of the box or camera',
      security: [],
      parameters: [
        header('serialnumber', 'serial number of the device', true),
        header('timestamp', 'seconds since 1970 with up to three decimals, at most 5 minutes off', true),
        header(
          'signature',
          'HMAC-SHA256 in hex, with the key of the device, over timestamp, method, path and the SHA-256 of the body in hex, one a line',
          true,
        ),
        header('tenant', 'code of the tenant, where serial numbers may repeat'),
      ],
      requestBody: { content: { 'application/json': { schema: requestSchema(input, true) } } },
      responses: { 200: envelopeSchema(responseSchema(output)) },
    },
  };
}

/** Path item of a webhook. */
function webhookItem(module: string, { title, payload }: Webhook): Schema {
  return {
    post: {
      tags: [module],
      summary: `${title.zh} / ${title.en}`,
      parameters: [
        header('X-Boyun-Delivery', 'id of the delivery'),
        header('X-Boyun-Timestamp', 'seconds since 1970 when it was sent'),
        header('X-Boyun-Signature', 'v1= and the hex HMAC-SHA256 of "<timestamp>.<body>" under the signing secret'),
      ],
      requestBody: { content: { 'application/json': { schema: responseSchema(payload) } } },
      responses: { 200: { description: 'any status from 200 to 299 says that it was taken' } },
    },
  };
}

/** Returns the OpenAPI 3.1 document of every declared call. */
export function openApiDocument(contracts: readonly ModuleContract[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const module of contracts) {
    for (const one of module.resources)
      for (const verb of one.verbs as readonly Verb[]) {
        const list = listRequestSchema(searchFields(one));
        const write = requestSchema(writableFields(one.fields), true);
        const [input, data] = {
          list: [list, page(one.allFields)],
          get: [idSchema, responseSchema(one.allFields)],
          create: [write, writtenSchema],
          update: [
            {
              ...write,
              properties: { ...(write.properties as object), ...idSchema.properties },
              required: ['Id'],
              examples: [{ Id: NOBODY, ...(write.examples as [object])[0] }],
            },
            writtenSchema,
          ],
          delete: [deleteSchema, deleteAnswerSchema],
          export: [requestSchema({ ...searchFields(one), ...exportFields }), fileAddress],
          import: [withFile(requestSchema(importFields)), responseSchema(importResultFields)],
          template: [requestSchema({}), templateSchema],
        }[verb] as [Schema, Schema];
        const title = { zh: `${verbLabel(verb).zh}${one.title.zh}`, en: `${verbLabel(verb).en}: ${one.title.en}` };
        paths[verbPath(one, verb)] = call(module.name, title, one.can[verb], input, data, {
          isUpload: verb === 'import',
          needsPassword: verbNeedsPassword(one, verb),
        });
      }
    for (const one of module.workbooks) {
      const [title, input] = [one.access.label, withFile(requestSchema(importFields))];
      const result = responseSchema(importResultFields);
      paths[importPath(one, 'import')] = call(module.name, title, one.access, input, result, { isUpload: true });
      paths[importPath(one, 'template')] = call(module.name, title, one.access, requestSchema({}), templateSchema);
    }
    for (const one of module.operations) {
      const input = one.takesFile ? withFile(requestSchema(one.input, true)) : requestSchema(one.input, true);
      const isWhole = one.answersAs === undefined || one.answersAs === 'beside';
      const data = isWhole ? responseSchema(one.output) : bareResponseSchema(one.output[one.answersAs]!);
      paths[one.path] = call(module.name, one.title, one.access, input, data, {
        isUpload: one.takesFile,
        needsPassword: one.needsPassword !== undefined,
        isOnce: one.isOnce,
      });
    }
    for (const one of module.reports) {
      paths[one.path] = call(module.name, one.title, one.access, listRequestSchema(one.filters), page(one.columns));
      paths[`${one.path}/export`] = call(
        module.name,
        exportPermission(one).label,
        exportPermission(one),
        requestSchema({ ...one.filters, ...exportFields }),
        fileAddress,
      );
    }
  }
  for (const module of contracts)
    for (const one of module.deviceCalls) paths[one.path] = deviceCallItem(module.name, one);
  const events = contracts.flatMap((one) => one.events);
  const webhooks = contracts.flatMap((one) =>
    one.webhooksOf(events).map((each) => [each.name, webhookItem(one.name, each)]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Boyun 泊云', version: PRODUCT_VERSION },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'the token of a session, or an API key (bk-…)' },
      },
    },
    paths,
    webhooks: Object.fromEntries(webhooks),
  };
}

const escaped = (value: unknown) =>
  String(value).replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one]!);

const DOCS_STYLE =
  'body{font:14px/1.6 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px;color:#1f2937}summary{cursor:pointer;padding:6px 0;border-top:1px solid #e5e7eb}code{font-size:13px}table{border-collapse:collapse;margin:8px 0 16px}td{border-bottom:1px solid #eee;padding:2px 16px 2px 0}pre{background:#f8fafc;padding:8px 12px;overflow:auto;font-size:12px}';
const DOCS_POLICY = `default-src 'none'; style-src '${sourceHash(DOCS_STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function readablePage(document: Schema): string {
  const paths = Object.entries(document.paths as Record<string, { post: Schema }>);
  const sections = paths.map(([path, { post }]) => {
    const schema = (Object.values((post.requestBody as Schema).content as object)[0] as { schema: Schema }).schema;
    const required = new Set((schema.required as string[]) ?? []);
    const [example] = schema.examples as [object];
    const { content } = (post.responses as { 200: { content: { 'application/json': { example: object } } } })[200];
    const samples = [example, content['application/json'].example]
      .map((one) => `<pre>${escaped(JSON.stringify(one, null, 1))}</pre>`)
      .join('');
    const rows = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
      ([name, one]) =>
        `<tr><td><code>${escaped(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${escaped(one.title ?? '')}</td><td>${escaped(one.enum ? (one.enum as unknown[]).join(' | ') : [one.type].flat().filter(Boolean).join(' | '))}</td></tr>`,
    );
    return `<details><summary><code>${escaped(path)}</code> ${escaped(post.summary)}</summary><p>${escaped(post.description)}</p>${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}${samples}</details>`;
  });
  return `<!doctype html><html lang="zh"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boyun API</title>
<style>${DOCS_STYLE}</style>
<h1>Boyun API</h1><p>POST, JSON or form-encoded. <a href="/api/openapi.json">OpenAPI 3.1</a></p>${sections.join('')}</html>`;
}

/** Serves the document and a readable page of it. */
export function mountOpenApi(app: FastifyInstance, contracts: readonly ModuleContract[]): void {
  // Each is made once, when it is first asked for: that takes a tenth of a start, and few ask.
  const made: { document?: Schema; page?: string } = {};
  const documentOf = () => (made.document ??= openApiDocument(contracts));
  const pageOf = () => (made.page ??= readablePage(documentOf()));
  app.get('/api/openapi.json', async () => documentOf());
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8').send(pageOf()),
  );
}
