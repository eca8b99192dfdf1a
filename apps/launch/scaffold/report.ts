import { join } from 'node:path';
import { areaOf, Door } from './door.ts';
import { camelOf, checkNew, type NewPart, ScaffoldError, write } from './writing.ts';

/** Input of the scaffold of a report. */
export interface NewReport extends NewPart {
  /** Table or view of the module whose rows it lists. */
  readonly table: string;
}

/** Writes a report into a module: contract, query, page and its lines in the doors. Returns the files; throws ScaffoldError. */
export function scaffoldReport(report: NewReport): string[] {
  checkNew(report);
  if (!/^[a-z][a-z0-9_]*$/.test(report.table))
    throw new ScaffoldError(
      `"${report.table}" is no name of a table. Name one of the module's tables or views, like sentry_log.`,
    );
  const { folder, entity: name } = report;
  const camel = camelOf(name);
  const contract = new Door(folder, 'contract');
  const area = areaOf(contract);
  contract
    .add('moduleContract', 'reports', camel)
    .add(
      'moduleContract',
      'pages',
      `reportPage('${camel}', ${camel}, { path: '/_cloud_${area}/${camel}', icon: 'report', area: '${area}' })`,
    )
    .import(
      `import { reportPage } from '@boyun/kernel/contract';`,
      `import { ${camel} } from './${name}/${name}.contract.ts';`,
    );
  const server = new Door(folder, 'server')
    .add('serverModule', 'reports', `${camel}Server`)
    .import(`import { ${camel}Server } from './${name}/${name}.server.ts';`);
  return write(report.module, [
    [join(folder, `src/${name}/${name}.contract.ts`), contractOf(report, camel)],
    [join(folder, `src/${name}/${name}.server.ts`), serverOf(report, camel)],
    [contract.path, contract.text],
    [server.path, server.text],
  ]);
}

function contractOf({ entity, zh, en }: NewReport, camel: string): string {
  return `import { instant, optional, permission, report, text } from '@boyun/kernel/contract';

/** ${en}. */
export const ${camel} = report('${entity}', {
  title: { zh: '${zh}', en: '${en}' },
  path: '/api/${camel}/list',
  access: permission('${entity}.list', { zh: '查看${zh}', en: 'View: ${en}' }),
  filters: {
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
  },
});
`;
}

function serverOf({ entity, table, en }: NewReport, camel: string): string {
  return `import { serveReport } from '@boyun/kernel/server';
import { ${camel} } from './${entity}.contract.ts';

/** ${en}, the latest first. */
export const ${camel}Server = serveReport(${camel}, {
  from: '${table}',
  as: 'r',
  // The column with the lot, for accounts of some lots: 'r.lot_id'.
  lot: null,
  // The condition for accounts that see only their own rows: 'r.account_id = ?'.
  own: null,
  period: 'r.created_at',
  order: 'r.created_at desc, r.id desc',
});
`;
}
