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

/**
 * Accounts with every permission in a tenant but another lot than its first: by their own lots, by an area of their role, by their department.
 */
export type Neighbours = Readonly<Record<'lots' | 'area' | 'department', TestUser>>;

/** Makes such accounts, and the lot they are limited to. */
export async function makeNeighbours(server: TestServer, owner: TestUser): Promise<Neighbours> {
  const make = async (path: string, body: object) => (await owner.call(path, body)).data.Id as string;
  const area = await make('/api/area/create', { Name: 'Elsewhere' });
  const lot = await make('/api/parkLot/create', { Name: 'Elsewhere', Code: 'ELSE', Capacity: 1, AreaId: area });
  const limited = async (change: (user: string, role: string) => Promise<void>) => {
    const user = await server.newUser(owner, everyRight);
    const roles = await owner.call('/api/role/list', { Name: user.account });
    await change((await user.who()).userId!, roles.data.Rows[0].Id);
    return user;
  };
  return {
    lots: await server.newUser(owner, everyRight, [lot]),
    area: await limited(async (_user, role) => {
      await owner.call('/api/role/update', { Id: role, Scope: 'places', AreaIds: [area] });
    }),
    department: await limited(async (user, role) => {
      const department = await make('/api/department/create', { Name: 'Elsewhere', LotIds: [lot] });
      await owner.call('/api/employee/update', { Id: user, DepartmentId: department });
      await owner.call('/api/role/update', { Id: role, Scope: 'department' });
    }),
  };
}
