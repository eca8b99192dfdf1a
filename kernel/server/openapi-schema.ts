import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import { pagingFields } from '../contract/operation.ts';
import { MOST_DELETED } from '../contract/resource.ts';
import { answerOf, answerValue, NOBODY, sampleOf } from '../contract/sample.ts';
import { wireName } from '../contract/wire.ts';

/** A schema of OpenAPI 3.1. */
export type Schema = Record<string, unknown>;

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
export function requestSchema(fields: Fields, isComplete = false): Schema {
  return { ...schemaOfFields(fields), examples: [sampleOf(fields, undefined, { isComplete })] };
}

/** Schema of a list request with its paging. */
export function listRequestSchema(filters: Fields): Schema {
  return { ...schemaOfFields({ ...filters, ...pagingFields }), examples: [{ Page: 1, PerPage: 20 }] };
}

/** Schema of a response. */
export function responseSchema(fields: Fields): Schema {
  return { ...schemaOfFields(fields), examples: [answerOf(fields)] };
}

/** Schema of a response that is the bare value of a field. */
export function bareResponseSchema(field: Field): Schema {
  return { ...schemaOfField(field), examples: [answerValue(field)] };
}

/** Schema of a page of rows. */
export function page(rows: Fields): Schema {
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

/** Adds the file of an upload to a schema. */
export const withFile = (input: Schema): Schema => ({
  ...input,
  properties: { ...(input.properties as object), File: { type: 'string', format: 'binary' } },
});

/** A row by its id. */
export const idSchema = {
  type: 'object',
  properties: { Id: { type: 'string', format: 'uuid' } },
  required: ['Id'],
  examples: [{ Id: NOBODY }],
};
/** The row that was written. */
export const writtenSchema = {
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
/** The row to delete, or several. */
export const deleteSchema = {
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
/** What became of the row, or of each of several. */
export const deleteAnswerSchema = {
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
/** A file to be filled in. */
export const templateSchema = {
  type: 'string',
  description: 'a data: address of an Excel file',
  examples: ['data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,UEsDB…'],
};
/** The address of a file. */
export const fileAddress = {
  type: 'string',
  description: 'address of the file; with Background, the TaskId alone, see /api/task/get',
  examples: ['/api/file/1/export/2026-03-15/sample.xlsx?e=1773619200000&s=…'],
};
