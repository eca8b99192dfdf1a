import { join } from 'node:path';
import { Door } from './door.ts';
import { type EntityShape, entityParts } from './entity.ts';
import { camelOf, checkNew, type NewPart, pascalOf, requireAbove, write } from './writing.ts';

const names = (entity: string) => ({
  collect: `collect${pascalOf(entity)}`,
  bills: `${camelOf(entity)}Bills`,
  purpose: `${camelOf(entity)}Purpose`,
});

/**
 * Writes a thing that is paid for into a module above `money`: an entity with a price, its bill, an operation that takes the money, and its
 * name in the list of payments. Returns the files; throws ScaffoldError.
 */
export function scaffoldBill(part: NewPart): string[] {
  checkNew(part);
  requireAbove(part, 'money');
  const { folder, module, entity } = part;
  const camel = camelOf(entity);
  const { collect, bills, purpose } = names(entity);
  const { files, contract, server } = entityParts(part, shapeOf(part));
  const named = [
    `import { billPurposes } from '@boyun/money/contract';`,
    `import { ${purpose} } from './${entity}/${entity}-purpose.contract.ts';`,
  ];
  contract
    .add('moduleContract', 'operations', collect)
    .add('moduleContract', 'slots', `fill(billPurposes, ${purpose})`)
    .import(
      `import { fill } from '@boyun/kernel/contract';`,
      `import { ${collect} } from './${entity}/${entity}.contract.ts';`,
      ...named,
    );
  server
    .add('serverModule', 'operations', `${collect}Server`)
    .add('serverModule', 'slots', `fill(billKinds, { ${JSON.stringify(entity)}: ${bills} })`)
    .import(
      `import { fill } from '@boyun/kernel/contract';`,
      `import { billKinds } from '@boyun/money/server';`,
      `import { ${bills} } from './${entity}/${entity}-bill.service.ts';`,
      `import { ${camel}Server } from './${entity}/${entity}.server.ts';`,
      `import { ${collect}Server } from './${entity}/${entity}.server.ts';`,
    );
  const web = new Door(folder, 'web').fillForPages(`fill(billPurposes, ${purpose})`).import(...named);
  const file = (suffix: string) => join(folder, `src/${entity}/${entity}${suffix}.ts`);
  return write(module, [
    ...files,
    [file('-purpose.contract'), purposeOf(part)],
    [file('-bill.service'), billOf(part)],
    [file('.server'), serverOf(part)],
    ...[contract, server, web].map((one) => [one.path, one.text] as const),
  ]);
}

function shapeOf({ entity, zh, en }: NewPart): EntityShape {
  const camel = camelOf(entity);
  const { collect } = names(entity);
  return {
    imports: [
      `import { choice, money, operation, optional, permission, reference, resource, text } from '@boyun/kernel/contract';`,
      `import { HandChannel } from '@boyun/money/contract';`,
    ],
    fields: `lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    priceFen: money({ zh: '价格', en: 'Price' }, { min: 0, max: 100_000_00 }),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),`,
    columns: ['name', 'lotId', 'priceFen', 'remark'],
    search: `name: 'contains', lotId: 'equals'`,
    subject: 'row.name',
    sql: `lot_id uuid not null,
  name text not null,
  price_fen bigint not null,
  remark text,`,
    keys: `unique (tenant_id, lot_id, name),
  foreign key (tenant_id, lot_id) references lot (tenant_id, id)`,
    served: `${camel}Server`,
    more: `
/** Takes money for one of them. */
export const ${collect} = operation('collect-${entity}', {
  title: { zh: '收款', en: 'Collect' },
  path: '/api/${camel}/collect',
  access: permission('${entity}.collect', { zh: '${zh}收款', en: 'Collect: ${en}' }),
  input: {
    id: reference({ zh: '${zh}', en: '${en}' }, '${entity}'),
    amountFen: money({ zh: '收款金额', en: 'Amount' }, { min: 1, max: 100_000_00 }),
    channel: choice({ zh: '收款方式', en: 'Paid by' }, HandChannel, { byDefault: 'cash' }),
  },
  output: { paymentNo: text({ zh: '流水号', en: 'Payment number' }) },
  audit: '${entity}.collected',
});
`,
  };
}

function purposeOf({ entity, zh, en }: NewPart): string {
  return `import type { BillPurpose } from '@boyun/money/contract';

/** What payments of ${en.toLowerCase()} are for. */
export const ${names(entity).purpose}: BillPurpose = {
  kind: '${entity}',
  name: '${entity}',
  payment: { zh: '${zh}', en: '${en}' },
  refund: { zh: '${zh}退款', en: 'Refunds: ${en}' },
};
`;
}

function billOf({ entity, en }: NewPart): string {
  const type = pascalOf(entity);
  return `import type { TenantTx } from '@boyun/kernel/server';
import { billKindOf, type BillValues } from '@boyun/money/server';

/** What is paid for. */
export interface Paid${type} {
  readonly id: string;
  readonly lotId: string;
  readonly name: string;
  readonly priceFen: number;
}

/** ${en} as a kind of bill: one bill each. */
export const ${names(entity).bills} = billKindOf<Paid${type}>({
  credit: () => ({ account: 'revenue', party: '${entity}' }),
  async lock(tx, id) {
    const subject = await lock${type}(tx, id);
    return subject && { values: billOf${type}(subject), subject };
  },
});

/** The amounts of its bill. */
export function billOf${type}({ id, lotId, priceFen }: Paid${type}): BillValues {
  return { kind: '${entity}', subjectId: id, number: 1, lotId, plate: '', grossFen: priceFen, reducedFen: 0 };
}

/** Locks one of them; null where there is none. */
export async function lock${type}(tx: TenantTx, id: string): Promise<Paid${type} | null> {
  const [row] = await tx.query<Paid${type}>(
    'select id, lot_id, name, price_fen from ${entity.replaceAll('-', '_')} where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  return row ?? null;
}
`;
}

function serverOf({ entity, en }: NewPart): string {
  const camel = camelOf(entity);
  const type = pascalOf(entity);
  const { collect } = names(entity);
  return `import { coversLot, handle, notFound, serveResource } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import { payNow, setBill } from '@boyun/money/server';
import { ${collect}, ${camel} } from './${entity}.contract.ts';
import { billOf${type}, lock${type} } from './${entity}-bill.service.ts';

/** ${en}; a change of the price changes the bill. */
export const ${camel}Server = serveResource(${camel}, {
  async afterWrite(tx, row) {
    await setBill(tx, billOf${type}(row));
  },
});

export const ${collect}Server = handle(${collect}, async (tx, { id, amountFen, channel }, act) => {
  const subject = await lock${type}(tx, id);
  if (!subject || !coversLot(tx.who, subject.lotId)) throw notFound(tx.who, ${camel}.title);
  const { paymentNo } = await payNow(tx, {
    channel: channel as HandChannel,
    items: [{ values: billOf${type}(subject), subject, askedFen: amountFen }],
  });
  act.describe({ subjectKind: '${entity}', subjectId: id, subject: subject.name, after: { amountFen, channel, paymentNo } });
  return { paymentNo };
});
`;
}
