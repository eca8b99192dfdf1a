import {
  exportPermission,
  type Fields,
  isReferring,
  permissionsOf,
  type Resource,
  verbPath,
  writableFields,
} from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import type { TestServer, TestUser } from '@boyun/test-server/server';
import { plantRow } from './planted-row.ts';
import { plainRowOf, referencesOf, uploadOf } from './sample.ts';

const contracts = modules.map((one) => one.contract);
const resources = inOrder(contracts.flatMap((one) => one.resources));
const operations = contracts.flatMap((one) => one.operations);
const reports = contracts.flatMap((one) => one.reports);

/** The name of every permission of the product. */
export const everyRight = [
  ...new Set([...permissionsOf(contracts), ...reports.map(exportPermission)].map((one) => one.name)),
];

/** Whether a created row exists immediately: a resource written only by administrators waits for another one's approval. */
const isMadeAtOnce = (one: Resource) => one.verbs.includes('create') && !one.adminVerbs?.includes('create');

/** An account that may create everything in its tenant. */
interface Owner {
  readonly tenantId: number;
  call(
    path: string,
    body?: object,
  ): Promise<{ readonly state: string; readonly message: string; readonly data: { readonly Id: string } }>;
}

/** Creates a plain row in every table of a tenant and records the ids by name. */
export async function fillTables(owner: Owner, owned: Map<string, string>): Promise<void> {
  owned.set('file', uploadOf(owner));
  for (const one of resources.filter(isMadeAtOnce)) {
    const answer = await owner.call(verbPath(one, 'create'), plainRowOf(one, owned));
    if (answer.state !== 'success') throw new Error(`${one.name}: a plain row is refused: ${answer.message}`);
    owned.set(one.name, answer.data.Id);
  }
  // Calls refer to an account by either name.
  owned.set('account', owned.get('employee')!);
}

/** Inserts a row of each kind that only the business logic creates, ignoring its references. */
export async function plantRows(server: TestServer, owner: TestUser, owned: Map<string, string>): Promise<void> {
  // Of the places that have codes, the lot itself.
  owned.set('place', owned.get('lot')!);
  const waiting = resources.filter((one) => one.verbs.includes('create') && !isMadeAtOnce(one)).map((one) => one.name);
  for (const name of [...rowsOfOthers(), ...waiting])
    owned.set(name, await plantRow(server.databaseUrl, name.replaceAll('-', '_'), owner.tenantId, owned));
}

/** Orders resources so that each comes after those it must refer to. */
function inOrder(all: readonly Resource[]): Resource[] {
  const done: Resource[] = [];
  const add = (one: Resource, trail: readonly Resource[]) => {
    if (done.includes(one) || trail.includes(one)) return;
    for (const field of Object.values(writableFields(one.fields as Fields)))
      if (isReferring(field) && (field.kind === 'list' ? field.min : !field.isOptional))
        for (const target of all.filter((each) => each.name === (field.item ?? field).to)) add(target, [...trail, one]);
    done.push(one);
  };
  for (const one of all) add(one, []);
  return done;
}

/** Kinds besides resources that calls refer to, which only the business logic creates: orders, passing records, … */
export function rowsOfOthers(): string[] {
  const named = [
    ...operations.flatMap((one) => referencesOf(one.input)),
    ...reports.flatMap((one) => referencesOf(one.filters)),
  ];
  return [...new Set([...named, 'payment'])].filter(
    (name) => name !== 'account' && !resources.some((one) => one.name === name),
  );
}
