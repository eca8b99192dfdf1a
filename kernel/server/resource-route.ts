import type { FastifyRequest } from 'fastify';
import { type Fields, list, rowId } from '../contract/field.ts';
import { pagingFields } from '../contract/operation.ts';
import { isMaskedPhone, maskPhone } from '../contract/phone.ts';
import { MOST_DELETED, searchFields, type Verb, verbNeedsPassword, writableFields } from '../contract/resource.ts';
import { encode, type WireContext, wireName } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import { rowRefusal } from './envelope.ts';
import { acceptExport, asksForFile } from './export.ts';
import { acceptImport, importTemplate } from './import-call.ts';
import type { Kernel } from './kernel.ts';
import type { ResourceServer } from './module.ts';
import { type Read, readBody } from './request-body.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { resourceRows } from './row-source.ts';
import { checkAccess } from './session.ts';
import type { Who } from './who.ts';

/** Runs a verb of a plain table after checking access, and returns the wire form of the result. */
export async function runVerb(
  kernel: Kernel,
  verbs: ResourceVerbs,
  server: ResourceServer,
  verb: Verb,
  request: FastifyRequest,
  who: Who,
  read: Read,
  context: WireContext,
  prove: (tx: TenantTx) => Promise<void>,
): Promise<unknown> {
  const { resource } = server;
  const sent = await readBody(request, verb === 'import');
  const { body } = sent;
  const inTenant = <T>(work: Parameters<typeof kernel.database.inTenant<T>>[1], isRead = false) =>
    kernel.database.inTenant(who, work, { isRead });
  const oneId = () => read({ id: idField }, body, context).id;
  switch (verb) {
    case 'list': {
      if (resource.verbs.includes('export') && asksForFile(body)) {
        checkAccess(resource.can.export, who);
        return acceptExport(kernel, resourceRows(verbs, server), who, body, read, 'xls');
      }
      const filters = read(searchFields(resource), body, context);
      const paging = read(pagingFields, body, context);
      const { rows, total } = await inTenant((tx) => verbs.list(tx, server, filters, paging), true);
      return {
        Rows: rows.map((row) => encode(resource.allFields, row, context)),
        Total: total,
        Page: paging.page,
        PerPage: paging.perPage,
      };
    }
    case 'get': {
      const id = oneId();
      return encode(resource.allFields, await inTenant((tx) => verbs.get(tx, server, id), true), context);
    }
    case 'create': {
      const values = read(writableFields(resource.fields), body, context);
      return writeResult(
        await inTenant(async (tx) => {
          if (verbNeedsPassword(resource, verb)) await prove(tx);
          return verbs.create(tx, server, values);
        }),
      );
    }
    case 'update': {
      const id = oneId();
      const source = body as Record<string, unknown>;
      // Only the keys that were sent are changed; a key sent empty is cleared.
      const sent = Object.fromEntries(
        Object.entries(writableFields(resource.fields)).filter(
          ([key, field]) => wireName(key, field) in source || key in source,
        ),
      );
      const restored = await restorePhones(sent, source, () => inTenant((tx) => verbs.get(tx, server, id), true));
      const values = read(sent, restored, context);
      const version = Number(source.Version ?? source.version);
      return writeResult(
        await inTenant(async (tx) => {
          if (verbNeedsPassword(resource, verb)) await prove(tx);
          return verbs.update(tx, server, id, Number.isInteger(version) ? version : null, values);
        }),
      );
    }
    case 'delete': {
      if (typeof body === 'object' && body !== null && 'Ids' in body) {
        const { ids } = read({ ids: idsField }, body, context);
        return inTenant(async (tx) => {
          await prove(tx);
          return deleteEach(tx, verbs, server, ids);
        });
      }
      const id = oneId();
      const done = await inTenant(async (tx) => {
        await prove(tx);
        return verbs.delete(tx, server, id);
      });
      return deleteResult(id, done);
    }
    case 'export':
      return acceptExport(kernel, resourceRows(verbs, server), who, body, read);
    case 'import':
      return acceptImport(kernel, resource, who, sent, read, context, prove);
    case 'template':
      return importTemplate(resource, who.language);
  }
}

/** Deletes rows one after the other; a refused row stays, and its result says why. The order of ids keeps concurrent calls from deadlock. */
async function deleteEach(tx: TenantTx, verbs: ResourceVerbs, server: ResourceServer, ids: readonly string[]) {
  const Results: object[] = [];
  for (const id of [...new Set(ids)].sort())
    try {
      Results.push(deleteResult(id, await tx.savepoint(() => verbs.delete(tx, server, id))));
    } catch (error) {
      Results.push({ Id: id, Message: rowRefusal(error, tx.who.language).words });
    }
  return { Results };
}

/** Replaces masked phone numbers, which a form sends back as it was shown them, with those of the row. */
async function restorePhones(
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  find: () => Promise<object>,
): Promise<Record<string, unknown>> {
  const masked = Object.entries(fields).filter(
    ([key, field]) =>
      (field.isPhone ?? field.item?.isPhone) && [body[wireName(key, field)]].flat().some((one) => isMaskedPhone(one)),
  );
  if (masked.length === 0) return body;
  const row = (await find()) as Record<string, unknown>;
  const restore = (key: string, given: unknown) =>
    [row[key]].flat().find((one) => typeof one === 'string' && maskPhone(one) === given) ?? given;
  const restored = masked.map(([key, field]) => {
    const name = wireName(key, field);
    const given = body[name];
    return [name, Array.isArray(given) ? given.map((one) => restore(key, one)) : restore(key, given)];
  });
  return { ...body, ...Object.fromEntries(restored) };
}

/** Response to a write: its row, and whether it waits for approval. */
const writeResult = ({ id, isHeld }: { readonly id: string; readonly isHeld: boolean }) => ({
  Id: id,
  ...(isHeld ? { IsPending: true } : {}),
});

const deleteResult = (id: string, done: Awaited<ReturnType<ResourceVerbs['delete']>>) =>
  done === 'held' ? writeResult({ id, isHeld: true }) : { Id: id, IsRetired: done === 'retired' };

const idField = rowId({ zh: '编号', en: 'Id' });
const idsField = list({ zh: '编号', en: 'Ids' }, idField, { min: 1, max: MOST_DELETED });
