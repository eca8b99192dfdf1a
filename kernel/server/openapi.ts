import type { FastifyInstance } from 'fastify';
import type { Access } from '../contract/access.ts';
import { exportFields } from '../contract/export-range.ts';
import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import type { Label } from '../contract/label.ts';
import type { DeviceCall, ModuleContract, Webhook } from '../contract/module.ts';
import { exportPermission, PROOF_HEADER, pagingFields } from '../contract/operation.ts';
import { PRODUCT_VERSION } from '../contract/product-version.ts';
import {
  MOST_DELETED,
  searchFields,
  type Verb,
  verbLabel,
  verbNeedsPassword,
  verbPath,
  writableFields,
} from '../contract/resource.ts';
import { answerOf, answerValue, NOBODY, sampleOf } from '../contract/sample.ts';
import { importFields, importResultFields } from '../contract/task.ts';
import { wireName } from '../contract/wire.ts';
import { importPath } from '../contract/workbook.ts';
import { sourceHash } from './source-hash.ts';

type Schema = Record<string, unknown>;

function schemaOfField(field: Field): Schema {
  const title = `${field.label.zh} / ${field.label.en}`;
  const type = field.isOptional ? (name: string) => [name, 'null'] : (name: string) => name;
  switch (field.kind) {
    case 'integer':
      return { title, type: type('integer'), minimum: field.min, maximum: field.max };
    case 'decimal':
      return { title, type: type('number'), minimum: field.min, maximum: field.max };
    case 'money':
      return {
        title,
        type: type('string'),
        pattern: '^-?\\d+(\\.\\d{1,2})?$',
        description: 'yuan',
        examples: ['12.50'],
      };
    case 'flag':
      return { title, type: type('boolean') };
    case 'choice':
      return { title, enum: choiceValues(field.choices!) };
    case 'reference':
      return { title, type: type('string'), format: 'uuid', description: `id of ${field.to}` };
    case 'instant':
      return { title, type: type('string'), format: 'date-time', examples: ['2026-01-31T08:30:00.000Z'] };
    case 'day':
      return { title, type: type('string'), format: 'date' };
    case 'plate':
      return { title, type: type('string'), examples: ['粤B12345'] };
    case 'list':
      return { title, type: 'array', items: schemaOfField(field.item!), maxItems: field.max };
    case 'group':
      return { title, ...schemaOfFields(field.fields!) };
    case 'json':
      return { title };
    case 'secret':
      return { title, type: type('string'), writeOnly: true };
    default:
      return { title, type: type('string'), maxLength: field.max };
  }
}

function schemaOfFields(fields: Fields): Schema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, field]) => [wireName(key, field), schemaOfField(field)])),
    required: entries
      .filter(([, field]) => !field.isOptional && field.byDefault === undefined)
      .map(([key, field]) => wireName(key, field)),
  };
}

/** Schema of a request with an example: complete, or with required fields only. */
function requestSchema(fields: Fields, isComplete = false): Schema {
  return { ...schemaOfFields(fields), examples: [sampleOf(fields, undefined, { isComplete })] };
}

/** Schema of a list request with its paging. */
function listRequestSchema(filters: Fields): Schema {
  return { ...schemaOfFields({ ...filters, ...pagingFields }), examples: [{ Page: 1, PerPage: 20 }] };
}

function responseSchema(fields: Fields): Schema {
  return { ...schemaOfFields(fields), examples: [answerOf(fields)] };
}

/** Schema of a response that is the bare value of a field. */
function bareResponseSchema(field: Field): Schema {
  return { ...schemaOfField(field), examples: [answerValue(field)] };
}

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
  { isUpload = false, needsPassword = false } = {},
): Schema {
  const content = isUpload
    ? { 'multipart/form-data': { schema: input } }
    : { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } };
  return {
    post: {
      tags: [module],
      summary: `${title.zh} / ${title.en}`,
      description: `Access: ${accessText(access)}${needsPassword ? `. ${PROOF_HEADER}: the proof of checkUserPassword` : ''}`,
      security: access === 'public' ? [] : [{ token: [] }],
      requestBody: { content },
      responses: { 200: envelopeSchema(data) },
    },
  };
}

function page(rows: Fields): Schema {
  return {
    type: 'object',
    properties: {
      Rows: { type: 'array', items: schemaOfFields(rows) },
      Total: { type: 'integer' },
      IsEstimate: { type: 'boolean', description: 'Total is an estimate; sent for lists too long to count' },
    },
    examples: [{ Rows: [answerOf(rows)], Total: 1 }],
  };
}

const withFile = (input: Schema): Schema => ({
  ...input,
  properties: { ...(input.properties as object), File: { type: 'string', format: 'binary' } },
});

const idSchema = {
  type: 'object',
  properties: { Id: { type: 'string', format: 'uuid' } },
  required: ['Id'],
  examples: [{ Id: NOBODY }],
};
const writtenSchema = {
  ...idSchema,
  properties: {
    ...idSchema.properties,
    IsPending: { type: 'boolean', description: 'nothing was written yet: others have to agree, see approval flows' },
  },
};
const deletedSchema = {
  ...writtenSchema,
  properties: {
    ...writtenSchema.properties,
    IsRetired: { type: 'boolean', description: 'history refers to it: it was closed, not deleted' },
  },
  examples: [{ Id: NOBODY, IsRetired: false }],
};
const deleteSchema = {
  type: 'object',
  properties: {
    ...idSchema.properties,
    Ids: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: MOST_DELETED,
      description: 'several rows instead of one; a row that is refused stays, the others are deleted',
    },
  },
  examples: [{ Id: NOBODY }],
};
const deleteAnswerSchema = {
  ...deletedSchema,
  properties: {
    ...deletedSchema.properties,
    Results: {
      type: 'array',
      description: 'where Ids were given: what became of each',
      items: {
        ...deletedSchema,
        properties: { ...deletedSchema.properties, Message: { type: 'string', description: 'why it stays' } },
      },
    },
  },
};
const templateSchema = {
  type: 'string',
  description: 'a data: address of an Excel file',
  examples: ['data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,UEsDB…'],
};
const fileAddress = {
  type: 'string',
  description: 'address of the file; with Background, the TaskId alone, see /api/task/get',
  examples: ['/api/file/1/export/2026-03-15/sample.xlsx?e=1773619200000&s=…'],
};

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
  const document = openApiDocument(contracts);
  const html = readablePage(document);
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) =>
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8').send(html),
  );
}
