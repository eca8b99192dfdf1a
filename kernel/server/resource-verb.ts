import type { Field, Fields } from '../contract/field.ts';
import type { Paging } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Resource, Row, RowChange } from '../contract/resource.ts';
import { nameKey } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import type { PendingWrite, ResourceServer } from './module.ts';
import { notFound } from './not-found.ts';
import { listingOf, reachOf, rowsLike } from './resource-list.ts';
import { columnList, quoted, readable, revived, stored, storedKeys } from './resource-row.ts';
import type { RowRange } from './row-source.ts';
import { coversLot } from './who.ts';

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

  constructor(servers: readonly ResourceServer[]) {
    this.#servers = new Map(servers.map((one) => [one.resource.name, one]));
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

  /** Returns the resource a reference points to; undefined for fields that are none. */
  targetOf(field: Field): Resource | undefined {
    return field.kind === 'reference' ? this.#servers.get(field.to!)?.resource : undefined;
  }

  async #completed(tx: TenantTx, { resource, hooks }: ResourceServer, rows: Row<Resource>[]): Promise<Row<Resource>[]> {
    await hooks.afterRead?.(tx, rows);
    await this.fillNames(tx, resource.fields, rows);
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
    await this.#checkReferences(tx, resource, values);
    const id = agreed?.id ?? tx.newId();
    const row = { ...values, id, version: 1, createdAt: tx.now, updatedAt: tx.now } as unknown as Row<Resource>;
    this.#checkLot(tx, resource, row);
    if (!agreed && (await this.#isHeld(tx, server, { act: 'create', id, version: null, values }, null, row)))
      return { id, isHeld: true };
    const keys = ['id', 'version', 'createdAt', 'updatedAt', ...storedKeys(resource)].filter(
      (key) => (row as Record<string, unknown>)[key] !== undefined,
    );
    await tx.query(
      `insert into ${quoted(resource.table)} (tenant_id, ${keys.map(quoted).join(', ')})
       values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')})`,
      [tx.tenantId, ...keys.map((key) => stored(resource, key, (row as Record<string, unknown>)[key]))],
    );
    await hooks.afterWrite?.(tx, row, null);
    this.#record(tx, resource, 'created', row, null, agreed?.note);
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
    await this.#checkReferences(tx, resource, values);
    const row = { ...before, ...values, version: before.version + 1, updatedAt: tx.now } as Row<Resource>;
    this.#checkLot(tx, resource, row);
    const held = { act: 'update', id, version: before.version, values } as const;
    if (!agreed && (await this.#isHeld(tx, server, held, before, row))) return { id, isHeld: true };
    const keys = ['version', 'updatedAt', ...storedKeys(resource).filter((key) => key in values)];
    await tx.query(
      `update ${quoted(resource.table)} set ${keys.map((key, index) => `${quoted(key)} = $${index + 3}`).join(', ')}
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, id, ...keys.map((key) => stored(resource, key, (row as Record<string, unknown>)[key]))],
    );
    await hooks.afterWrite?.(tx, row, before);
    this.#record(tx, resource, 'updated', row, before, agreed?.note);
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
    if (resource.retire && (await this.#isInHistory(tx, resource, id))) {
      await this.update(tx, server, id, null, resource.retire);
      return 'retired';
    }
    await hooks.beforeDelete?.(tx, before);
    const held = { act: 'delete', id, version: before.version, values: {} } as const;
    if (!agreed && (await this.#isHeld(tx, server, held, before, null))) return 'held';
    if (hooks.remove) await hooks.remove(tx, before);
    else await tx.query(`delete from ${quoted(resource.table)} where tenant_id = $1 and id = $2`, [tx.tenantId, id]);
    this.#record(tx, resource, 'deleted', null, before, agreed?.note);
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
    await this.fillNames(
      tx,
      resource.fields,
      [before, after].flatMap((one) => one ?? []),
    );
    return hooks.hold(tx, { held, before, after });
  }

  /** Whether a table of history refers to a row; rows of plain resources do not count, since users can delete those first. */
  async #isInHistory(tx: TenantTx, resource: Resource, id: string): Promise<boolean> {
    const resources = [...this.#servers.values()].map((one) => one.resource.table);
    const references = await tx.query<{ table: string; column: string }>(
      `select k.conrelid::regclass::text as "table", quote_ident(own.attname) as "column"
       from pg_constraint k
       join lateral unnest(k.conkey, k.confkey) as pair(own, foreign_) on true
       join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
       join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = pair.foreign_ and theirs.attname = 'id'
       where k.contype = 'f' and k.confrelid = $1::regclass and k.confdeltype = 'a' and k.conparentid = 0
         and k.conrelid::regclass::text <> all($2::text[])`,
      [quoted(resource.table), resources],
    );
    if (references.length === 0) return false;
    const any = references
      .map(({ table, column }) => `exists (select from ${table} where tenant_id = $1 and ${column} = $2)`)
      .join(' or ');
    const [row] = await tx.query<{ isIn: boolean }>(`select ${any} as "isIn"`, [tx.tenantId, id]);
    return row!.isIn;
  }

  /** Adds `<x>Name` next to each reference of the rows, with one query for each resource referred to. */
  async fillNames(tx: TenantTx, fields: Fields, rows: readonly object[]): Promise<void> {
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== 'reference') continue;
      const target = this.targetOf(field);
      const ids = [...new Set(rows.map((row) => (row as Record<string, unknown>)[key]).filter(Boolean))];
      if (!target) continue;
      const found = new Map<string, string>();
      if (ids.length > 0) {
        const named = await tx.query<{ id: string; name: string }>(
          `select id, ${quoted(target.nameField)} as name from ${quoted(target.table)} where tenant_id = $1 and id = any($2::uuid[])`,
          [tx.tenantId, ids],
        );
        for (const one of named) found.set(one.id, one.name);
      }
      for (const row of rows) {
        const holder = row as Record<string, unknown>;
        holder[nameKey(key)] = found.get(holder[key] as string) ?? null;
      }
    }
  }

  /**
   * Returns the id of another resource's row by its name or code, for imports, whose files contain names rather than ids. With a lot given,
   * resources that belong to lots are searched in that lot only.
   */
  async idOfName(tx: TenantTx, field: Field, name: string, lotId: string | null): Promise<string | null> {
    const target = this.#servers.get(field.to!)?.resource;
    if (!target) return null;
    const keys = [target.nameField, ...('code' in target.fields ? ['code'] : [])].map(quoted);
    const conditions = reachOf(tx, target).add(`? in (${keys.join(', ')})`, name);
    if (target.lotField === 'lotId') conditions.add('lot_id = ?', lotId);
    const rows = await tx.query<{ id: string; isNamed: boolean }>(
      `select id, ${keys[0]} = $${conditions.values.length + 1} as "isNamed" from ${quoted(target.table)}
       where ${conditions.sql} limit 3`,
      [...conditions.values, name],
    );
    const named = rows.filter((one) => one.isNamed);
    const meant = named.length > 0 ? named : rows;
    if (meant.length > 1)
      throw new Refusal(kernelRefusal['import-several'], { what: field.label[tx.who.language], name });
    return meant[0]?.id ?? null;
  }

  #checkLot(tx: TenantTx, resource: Resource, row: Row<Resource>): void {
    if (!resource.lotField || tx.who.lotIds === null) return;
    const lotId = (row as Record<string, unknown>)[resource.lotField] as string | null | undefined;
    if (!coversLot(tx.who, lotId ?? null)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  }

  /** Referenced rows must exist in the tenant, within the caller's lots. */
  async #checkReferences(tx: TenantTx, resource: Resource, values: object): Promise<void> {
    for (const [key, field] of Object.entries(resource.fields as Fields)) {
      const value = (values as Record<string, unknown>)[key];
      const to = field.kind === 'list' ? field.item?.to : field.to;
      const ids = [...new Set(((field.kind === 'list' ? value : [value]) ?? []) as string[])].filter(Boolean);
      const target = to && ids.length > 0 ? this.#servers.get(to)?.resource : undefined;
      if (!target) continue;
      const conditions = reachOf(tx, target).add('id = any(?::uuid[])', ids);
      const rows = await tx.query(`select 1 from ${quoted(target.table)} where ${conditions.sql}`, conditions.values);
      if (rows.length < ids.length) throw notFound(tx.who, field.label);
    }
  }

  #record(
    tx: TenantTx,
    resource: Resource,
    act: RowChange,
    row: Row<Resource> | null,
    before: Row<Resource> | null,
    note?: object,
  ): void {
    const subject = (row ?? before)!;
    const lotId =
      resource.lotField === null ? null : ((subject as Record<string, unknown>)[resource.lotField] as string | null);
    tx.emit(resource.events[act], { lotId: lotId ?? null, subjectId: subject.id, data: { id: subject.id } });
    tx.audit({
      action: `${resource.name}.${act}`,
      subjectKind: resource.name,
      subjectId: subject.id,
      subject: resource.subject(subject),
      ...(resource.lotField === null ? {} : { lotId: lotId ?? null }),
      before: before ? readable(resource, before) : undefined,
      after: row || note ? { ...(row ? readable(resource, row) : {}), ...note } : undefined,
    });
  }
}
