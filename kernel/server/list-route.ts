import type { Field } from '../contract/field.ts';
import { exportPermission, pagingFields } from '../contract/operation.ts';
import { type Verb, verbPath } from '../contract/resource.ts';
import { encode, wireName } from '../contract/wire.ts';
import { importPath, type Workbook } from '../contract/workbook.ts';
import { success } from './envelope.ts';
import { acceptExport, asksForFile } from './export.ts';
import { acceptImport, importTemplate } from './import-call.ts';
import type { ResourceServer } from './module.ts';
import type { ReportServer } from './report.ts';
import { reportRows } from './report-rows.ts';
import { readBody } from './request-body.ts';
import { runVerb } from './resource-route.ts';
import { contextOf, type Routes, readFields } from './route.ts';
import { checkAccess, checkWriter } from './session.ts';

const READING: readonly Verb[] = ['list', 'get', 'export', 'template'];

/** Mounts the routes of a report: its rows page by page, and its export. */
export function mountReport({ app, kernel, verbs, signedIn, whoOf }: Routes, server: ReportServer): void {
  const { report } = server;
  const source = reportRows(verbs, server);
  app.post(report.path, signedIn, async (request) => {
    const who = whoOf(request);
    checkAccess(report.access, who);
    const context = contextOf(kernel, who);
    const { body } = await readBody(request, false);
    if (asksForFile(body)) {
      checkAccess(exportPermission(report), who);
      return success(await acceptExport(kernel, source, who, body, readFields, 'xls'));
    }
    const filters = readFields(report.filters, body, context);
    const paging = readFields(pagingFields, body, context);
    const { rows, total, isEstimate, totals, shape } = await kernel.database.inTenant(
      who,
      (tx) => source.list(tx, filters, paging, kernel),
      { ...source.reading(who), isRead: true },
    );
    return success({
      Rows: rows.map((row) => encode(shape ? { ...report.columns, ...shape.columns } : report.columns, row, context)),
      ...(shape
        ? { Title: shape.title, Columns: Object.entries(shape.columns).map(([key, field]) => columnOf(key, field)) }
        : {}),
      Total: total,
      ...(isEstimate ? { IsEstimate: true } : {}),
      Page: paging.page,
      PerPage: paging.perPage,
      ...(report.totals && totals ? { Totals: encode(shape?.totals ?? report.totals, totals, context) } : {}),
    });
  });
  app.post(`${report.path}/export`, signedIn, async (request) => {
    const who = whoOf(request);
    checkAccess(exportPermission(report), who);
    const { body } = await readBody(request, false);
    return success(await acceptExport(kernel, source, who, body, readFields));
  });
}

/** How an answer names a column that is not declared. */
const columnOf = (key: string, field: Field) => ({ Key: wireName(key, field), Kind: field.kind, Label: field.label });

/** Mounts the routes of a plain table, one for each of its verbs. */
export function mountResource(routes: Routes, server: ResourceServer): void {
  const { app, kernel, verbs, signedIn, whoOf } = routes;
  const { resource } = server;
  for (const verb of resource.verbs as readonly Verb[])
    app.post(verbPath(resource, verb), signedIn, async (request) => {
      const who = whoOf(request);
      checkAccess(resource.can[verb], who);
      if (!READING.includes(verb)) checkWriter(who);
      const context = contextOf(kernel, who);
      return success(
        await runVerb(kernel, verbs, server, verb, request, who, readFields, context, routes.prove(request)),
      );
    });
}

/** Mounts the routes of a workbook: its import and its template. */
export function mountWorkbook(routes: Routes, one: Workbook): void {
  const { app, kernel, signedIn, whoOf } = routes;
  app.post(importPath(one, 'import'), signedIn, async (request) => {
    const who = whoOf(request);
    checkAccess(one.access, who);
    checkWriter(who);
    const body = await readBody(request, true);
    const prove = routes.prove(request);
    return success(await acceptImport(kernel, one, who, body, readFields, contextOf(kernel, who), prove));
  });
  app.post(importPath(one, 'template'), signedIn, async (request) => {
    const who = whoOf(request);
    checkAccess(one.access, who);
    return success(await importTemplate(one, who.language));
  });
}
