import type { Paging } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { lotsOf, type Resource, type Row } from '../contract/resource.ts';
import type { TenantTx } from './database.ts';
import type { PendingWrite } from './kernel.ts';
import type { ResourceServer } from './module.ts';
import { notFound } from './not-found.ts';
import { repeated } from './repeated-row.ts';
import { recordWrite } from './resource-history.ts';
import { listingOf, type RowRange, reachOf, rowsLike } from './resource-list.ts';
import { ResourceReferences } from './resource-reference.ts';
import { columnList, quoted, revived, stored, storedKeys } from './resource-row.ts';
import { coversLots } from './who.ts';

/** The code of PostgreSQL for a row that others refer to, or that refers to none. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Result of a write; `isHeld` where it waits for approval. */
interface Written {
  readonly id: string;
  readonly isHeld: boolean;
}

/** A held write that is approved and carried out now. */
interface Agreed {
  readonly id: string;
  readonly note: object;
}

/** The verbs of plain tables, derived from their declarations. */
export class ResourceVerbs {
  readonly #servers: ReadonlyMap<string, ResourceServer>;
  readonly references: ResourceReferences;

  constructor(servers: readonly ResourceServer[]) {
    this.#servers = new Map(servers.map((one) => [one.resource.name, one]));
    this.references = new ResourceReferences(servers.map((one) => one.resource));
  }

  /** Returns a page of rows with the names of what they refer to. */
  async list(
    tx: TenantTx,
    server: ResourceServer,
    filters: Readonly<Record<string, unknown>>,
    paging: Paging,
  ): Promise<{ rows: Row<Resource>[]; total: number }> {
    const total = await this.count(tx, server, filters);
    const { text, values } = listingOf(tx, server.resource, filters, paging.sort);
    return { rows: await this.#completed(tx, server, await tx.query<Row<Resource>>(text, values, paging)), total };
  }

  /** Returns the number of rows that match. */
  async count(tx: TenantTx, { resource }: ResourceServer, filters: Readonly<Record<string, unknown>>): Promise<number> {
    const conditions = rowsLike(tx, resource, filters);
    const [count] = await tx.query<{ total: number }>(
      `select count(*) as total from ${quoted(resource.table)} where ${conditions.sql}`,
      conditions.values,
    );
    return count!.total;
  }

  /** Reads rows from one cursor, in batches, with the names of what they refer to. */
  async *stream(
    tx: TenantTx,
    server: ResourceServer,
    filters: Readonly<Record<string, unknown>>,
    sort: string | null,
    { offset, limit }: RowRange,
  ): AsyncGenerator<Row<Resource>[]> {
    const { text, values } = listingOf(tx, server.resource, filters, sort);
    const place = values.length + 1;
    // Without a number, a limit is none.
    const rows = tx.stream<Row<Resource>>(`${text} limit $${place}::bigint offset $${place + 1}`, [
      ...values,
      limit,
      offset,
    ]);
    for await (const batch of rows) yield this.#completed(tx, server, batch);
  }

  async #completed(tx: TenantTx, { resource, hooks }: ResourceServer, rows: Row<Resource>[]): Promise<Row<Resource>[]> {
    await hooks.afterRead?.(tx, rows);
    await this.references.fillNames(tx, resource.fields, rows);
    return rows;
  }

  /** Returns one row the caller may see; refuses with not-found otherwise. */
  async get(tx: TenantTx, server: ResourceServer, id: string, isForUpdate = false): Promise<Row<Resource>> {
    const { resource } = server;
    const conditions = reachOf(tx, resource).add('id = ?', id);
    const rows = await tx.query<Row<Resource>>(
      `select ${columnList(resource)} from ${quoted(resource.table)} where ${conditions.sql}${isForUpdate ? ' for update' : ''}`,
      conditions.values,
    );
    if (rows.length === 0) throw notFound(tx.who, resource.title);
    return (isForUpdate ? rows : await this.#completed(tx, server, rows))[0]!;
  }

  async create(
    tx: TenantTx,
    server: ResourceServer,
    given: Record<string, unknown>,
    agreed?: Agreed,
  ): Promise<Written> {
    const { resource, hooks } = server;
    let values = given as Partial<Row<Resource>>;
    values = (await hooks.beforeWrite?.(tx, values, null)) ?? values;
    await this.references.check(tx, resource, values);
    const id = agreed?.id ?? tx.newId();
    const row = { ...values, id, version: 1, createdAt: tx.now, updatedAt: tx.now } as unknown as Row<Resource>;
    this.#checkLot(tx, resource, row);
    if (!agreed && (await this.#isHeld(tx, server, { act: 'create', id, version: null, values }, null, row)))
      return { id, isHeld: true };
    const keys = ['id', 'version', 'createdAt', 'updatedAt', ...storedKeys(resource)].filter(
      (key) => (row as Record<string, unknown>)[key] !== undefined,
    );
    try {
      await tx.query(
        `insert into ${quoted(resource.table)} (tenant_id, ${keys.map(quoted).join(', ')})
         values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')})`,
        [tx.tenantId, ...keys.map((key) => stored(resource, key, (row as Record<string, unknown>)[key]))],
      );
    } catch (error) {
      throw repeated(resource, row, tx.who.language, error);
    }
    await hooks.afterWrite?.(tx, row, null);
    recordWrite(tx, resource, 'created', row, null, agreed?.note);
    return { id, isHeld: false };
  }

  async update(
    tx: TenantTx,
    server: ResourceServer,
    id: string,
    version: number | null,
    given: Record<string, unknown>,
    agreed?: Agreed,
  ): Promise<Written> {
    const { resource, hooks } = server;
    const before = await this.get(tx, server, id, true);
    if (version !== null && before.version !== version) throw new Refusal(kernelRefusal.changed);
    let values = given as Partial<Row<Resource>>;
    values = (await hooks.beforeWrite?.(tx, values, before)) ?? values;
    await this.references.check(tx, resource, values);
    const row = { ...before, ...values, version: before.version + 1, updatedAt: tx.now } as Row<Resource>;
    this.#checkLot(tx, resource, row);
    const held = { act: 'update', id, version: before.version, values } as const;
    if (!agreed && (await this.#isHeld(tx, server, held, before, row))) return { id, isHeld: true };
    const keys = ['version', 'updatedAt', ...storedKeys(resource).filter((key) => key in values)];
    try {
      await tx.query(
        `update ${quoted(resource.table)} set ${keys.map((key, index) => `${quoted(key)} = $${index + 3}`).join(', ')}
         where tenant_id = $1 and id = $2`,
        [tx.tenantId, id, ...keys.map((key) => stored(resource, key, (row as Record<string, unknown>)[key]))],
      );
    } catch (error) {
      throw repeated(resource, row, tx.who.language, error);
    }
    await hooks.afterWrite?.(tx, row, before);
    recordWrite(tx, resource, 'updated', row, before, agreed?.note);
    return { id, isHeld: false };
  }

  /** Deletes a row, or retires it where history refers to it and its declaration says how; returns which of the two. */
  async delete(
    tx: TenantTx,
    server: ResourceServer,
    id: string,
    agreed?: Agreed,
  ): Promise<'deleted' | 'retired' | 'held'> {
    const { resource, hooks } = server;
    const before = await this.get(tx, server, id, true);
    if (resource.retire && (await this.references.isInHistory(tx, resource, id))) {
      await this.update(tx, server, id, null, resource.retire);
      return 'retired';
    }
    await hooks.beforeDelete?.(tx, before);
    const held = { act: 'delete', id, version: before.version, values: {} } as const;
    if (!agreed && (await this.#isHeld(tx, server, held, before, null))) return 'held';
    try {
      if (hooks.remove) await hooks.remove(tx, before);
      else await tx.query(`delete from ${quoted(resource.table)} where tenant_id = $1 and id = $2`, [tx.tenantId, id]);
    } catch (error) {
      throw this.#stillReferenced(tx, error);
    }
    recordWrite(tx, resource, 'deleted', null, before, agreed?.note);
    return 'deleted';
  }

  /** Carries out a held write with all checks repeated; refuses if the row has changed since. */
  async applyPendingWrite(
    tx: TenantTx,
    table: string,
    { act, id, version, values }: PendingWrite,
    note: object,
  ): Promise<void> {
    const server = this.#servers.get(table)!;
    const agreed = { id, note };
    const given = revived(server.resource, values);
    if (act === 'create') await this.create(tx, server, given, agreed);
    else if (act === 'update') await this.update(tx, server, id, version, given, agreed);
    else {
      const { version: now } = await this.get(tx, server, id, true);
      if (now !== version) throw new Refusal(kernelRefusal.changed);
      await this.delete(tx, server, id, agreed);
    }
  }

  /** Whether a write is held for approval; the approval also gets the names of what the write refers to. */
  async #isHeld(
    tx: TenantTx,
    { resource, hooks }: ResourceServer,
    held: PendingWrite,
    before: Row<Resource> | null,
    row: Row<Resource> | null,
  ): Promise<boolean> {
    if (!hooks.hold) return false;
    const after = row && { ...row };
    await this.references.fillNames(
      tx,
      resource.fields,
      [before, after].flatMap((one) => one ?? []),
    );
    return hooks.hold(tx, { held, before, after });
  }

  /** A violated foreign key as a refusal that names what refers to the row as the pages do; any other error as it is. */
  #stillReferenced(tx: TenantTx, error: unknown): unknown {
    const { code, table, detail } = error as { code?: string; table?: string; detail?: string };
    if (code !== FOREIGN_KEY_VIOLATION || !detail?.includes('still referenced')) return error;
    const owner = [...this.#servers.values()].find((one) => one.resource.table === table);
    const what = owner?.resource.title ?? { zh: '其他记录', en: 'other records' };
    return new Refusal(kernelRefusal['in-use'], { what: what[tx.who.language] });
  }

  #checkLot(tx: TenantTx, resource: Resource, row: Row<Resource>): void {
    if (!resource.lotField || tx.who.lotIds === null) return;
    if (!coversLots(tx.who, lotsOf(resource, row))) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  }
}
