import type { Field, Fields } from '../contract/field.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Resource } from '../contract/resource.ts';
import { isReferring, nameKey } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import { notFound } from './not-found.ts';
import { reachOf } from './resource-list.ts';
import { quoted } from './resource-row.ts';

/** References between the rows of plain tables. */
export class ResourceReferences {
  readonly #resources: ReadonlyMap<string, Resource>;

  constructor(resources: readonly Resource[]) {
    this.#resources = new Map(resources.map((one) => [one.name, one]));
  }

  /** Returns the resource that references of a field point to; undefined for other fields. */
  targetOf(field: Field): Resource | undefined {
    return isReferring(field) ? this.#resources.get((field.item ?? field).to!) : undefined;
  }

  /**
   * Adds `<x>Name` next to each reference of the rows, and `<x>Names` next to several, with one query for each field. Without any
   * reference they are null. A resource that declares the name as its own field fills it itself.
   */
  async fillNames(tx: TenantTx, fields: Fields, rows: readonly object[]): Promise<void> {
    for (const [key, field] of Object.entries(fields)) {
      const target = this.targetOf(field);
      if (!target || nameKey(key) in fields) continue;
      const idsOf = (row: object) => [(row as Record<string, unknown>)[key] ?? []].flat() as string[];
      const ids = [...new Set(rows.flatMap(idsOf).filter(Boolean))];
      const found = new Map<string, string>();
      if (ids.length > 0) {
        const named = await tx.query<{ id: string; name: string }>(
          `select id, ${quoted(target.nameField)} as name from ${quoted(target.table)} where tenant_id = $1 and id = any($2::uuid[])`,
          [tx.tenantId, ids],
        );
        for (const one of named) found.set(one.id, one.name);
      }
      const separator = tx.who.language === 'zh' ? '、' : ', ';
      for (const row of rows) {
        const names = idsOf(row).flatMap((id) => found.get(id) ?? []);
        (row as Record<string, unknown>)[nameKey(key)] = names.length > 0 ? names.join(separator) : null;
      }
    }
  }

  /**
   * Returns the id of another resource's row by its name or code, for imports, whose files contain names rather than ids. With a lot given,
   * resources that belong to lots are searched in that lot only.
   */
  async idOfName(tx: TenantTx, field: Field, name: string, lotId: string | null): Promise<string | null> {
    const target = this.#resources.get(field.to!);
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

  /** Referenced rows must exist in the tenant, within the caller's lots. */
  async check(tx: TenantTx, resource: Resource, values: object): Promise<void> {
    for (const [key, field] of Object.entries(resource.fields as Fields)) {
      const value = (values as Record<string, unknown>)[key];
      const ids = [...new Set([value ?? []].flat() as string[])].filter(Boolean);
      const target = this.targetOf(field);
      if (!target || ids.length === 0) continue;
      const conditions = reachOf(tx, target).add('id = any(?::uuid[])', ids);
      const rows = await tx.query(`select 1 from ${quoted(target.table)} where ${conditions.sql}`, conditions.values);
      if (rows.length < ids.length) throw notFound(tx.who, field.label);
    }
  }

  /** Whether a table of history refers to a row; rows of plain resources do not count, since users can delete those first. */
  async isInHistory(tx: TenantTx, resource: Resource, id: string): Promise<boolean> {
    const tables = [...this.#resources.values()].map((one) => one.table);
    const references = await tx.query<{ table: string; column: string }>(
      `select k.conrelid::regclass::text as "table", quote_ident(own.attname) as "column"
       from pg_constraint k
       join lateral unnest(k.conkey, k.confkey) as pair(own, foreign_) on true
       join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
       join pg_attribute theirs on theirs.attrelid = k.confrelid and theirs.attnum = pair.foreign_ and theirs.attname = 'id'
       where k.contype = 'f' and k.confrelid = $1::regclass and k.confdeltype = 'a' and k.conparentid = 0
         and k.conrelid::regclass::text <> all($2::text[])`,
      [quoted(resource.table), tables],
    );
    if (references.length === 0) return false;
    const any = references
      .map(({ table, column }) => `exists (select from ${table} where tenant_id = $1 and ${column} = $2)`)
      .join(' or ');
    const [row] = await tx.query<{ isIn: boolean }>(`select ${any} as "isIn"`, [tx.tenantId, id]);
    return row!.isIn;
  }
}
