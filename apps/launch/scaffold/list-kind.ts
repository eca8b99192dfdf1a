import { join } from 'node:path';
import { Door } from './door.ts';
import { type EntityShape, entityParts } from './entity.ts';
import { camelOf, checkNew, type NewPart, requireAbove, write } from './writing.ts';

const LIST: EntityShape = {
  imports: [
    `import { optional, plate, resource } from '@boyun/kernel/contract';`,
    `import { listField } from '@boyun/lists/contract';`,
  ],
  fields: `plate: plate(),
    lotIds: listField.lotIds,
    validFrom: listField.validFrom,
    validUntil: optional(listField.validUntil, { zh: '长期', en: 'No end' }),
    remark: listField.remark,`,
  columns: ['plate', 'lotIds', 'validFrom', 'validUntil', 'remark'],
  search: `plate: 'contains', lotIds: 'has'`,
  subject: 'row.plate',
  sql: `plate text not null,
  lot_ids uuid[] not null default '{}',
  valid_from timestamptz not null,
  valid_until timestamptz,
  remark text,`,
  keys: 'check (valid_from <= valid_until)',
  lotField: 'lotIds',
};

/**
 * Writes a kind of list into a module above `lists`: a table of plates with its pages, the kind, and what gates ask of it. Returns the
 * files; throws ScaffoldError.
 */
export function scaffoldListKind(part: NewPart): string[] {
  checkNew(part);
  requireAbove(part, 'lists');
  const { folder, module, entity } = part;
  const kind = `${camelOf(entity)}Kind`;
  const table = entity.replaceAll('-', '_');
  const shape = {
    ...LIST,
    keys: `${LIST.keys}
);
create index ${table}_plate on ${table} (tenant_id, plate);
select names_lots('${table}'`,
  };
  const { files, contract, server } = entityParts(part, shape);
  const declared = [
    `import { listKinds } from '@boyun/lists/contract';`,
    `import { ${kind} } from './${entity}/${entity}-kind.contract.ts';`,
  ];
  contract
    .add('moduleContract', 'slots', `fill(listKinds, ${kind})`)
    .import(`import { fill } from '@boyun/kernel/contract';`, ...declared);
  server
    .add('serverModule', 'slots', `fill(listKindSlot, ${kind}Server)`)
    .import(
      `import { fill } from '@boyun/kernel/contract';`,
      `import { listKindSlot } from '@boyun/lists/server';`,
      `import { ${kind}Server } from './${entity}/${entity}.queries.ts';`,
    );
  const web = new Door(folder, 'web').fillForPages(`fill(listKinds, ${kind})`).import(...declared);
  return write(module, [
    ...files,
    [join(folder, `src/${entity}/${entity}-kind.contract.ts`), kindOf(part, kind)],
    [join(folder, `src/${entity}/${entity}.queries.ts`), queriesOf(part, kind, table)],
    ...[contract, server, web].map((one) => [one.path, one.text] as const),
  ]);
}

function kindOf({ entity, zh, en }: NewPart, kind: string): string {
  const camel = camelOf(entity);
  return `import type { ListKind } from '@boyun/lists/contract';

/** ${en} as a kind of list. */
export const ${kind}: ListKind = {
  name: '${entity}',
  words: { zh: '${zh}', en: '${en}' },
  tone: 'good',
  mark: { zh: '${zh.slice(0, 1)}', en: '${en.split(' ')[0]}' },
  markTone: 'good',
  // Lists that allow entry are asked between 30 and 90, the smallest rank first.
  rank: 75,
  page: '/_cloud_basic/${camel}',
  // Whether a lane opens ('open'), asks a person ('confirm') or treats the car as a temporary one (null), unless it has a policy of its own.
  lanePolicy: 'open',
};
`;
}

function queriesOf({ entity, en }: NewPart, kind: string, table: string): string {
  return `import { entriesOf, type ListKindServer } from '@boyun/lists/server';
import { ${kind} } from './${entity}-kind.contract.ts';

/** ${en} as gates ask for them. */
export const ${kind}Server: ListKindServer = { kind: ${kind}, entries: entriesOf('${table}', 'remark') };
`;
}
