import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
});
afterAll(() => server?.stop());

async function make(path: string, body: object): Promise<string> {
  const answer = await admin.call(path, body);
  if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
  return answer.data.Id;
}

async function change(path: string, body: object): Promise<void> {
  const answer = await admin.call(path, body);
  expect(answer.state, answer.message).toBe('success');
}

/** Creates an account with its own role and returns both ids. */
async function newUser(permissions: readonly string[]) {
  const user = await server.newUser(admin, permissions);
  const [role] = (await admin.call('/api/role/list', { Name: user.account })).data.Rows;
  return { user, userId: (await user.who()).userId!, roleId: role.Id as string };
}

/** Names of the lots an account sees. */
async function lotsOf(user: TestUser): Promise<string[]> {
  const answer = await user.call('/api/parkLot/list', { PerPage: 200 });
  return answer.data.Rows.map((one: { Name: string }) => one.Name).sort();
}

describe('an editor whose data scope is limited', () => {
  const EDITING = ['role.list', 'role.create', 'role.update', 'role.delete', 'role.see-as', 'lot.list'];
  const BEYOND = 'role.beyond-own-scope';
  const TOO_MANY_LOTS = 'department.beyond-own-lots';
  let mine: string;
  let other: string;

  beforeAll(async () => {
    mine = await make('/api/parkLot/create', { Name: '我的车场', Code: 'SCOPEMINE', Capacity: 5 });
    other = await make('/api/parkLot/create', { Name: '别人的车场', Code: 'SCOPEOTHER', Capacity: 5 });
  });

  const EDITORS = {
    'by the lots of his role': async () => {
      const made = await newUser(EDITING);
      await change('/api/role/update', { Id: made.roleId, Scope: 'places', LotIds: [mine] });
      return made;
    },
    'by the lots of his account': async () => {
      const user = await server.newUser(admin, EDITING, [mine]);
      const [role] = (await admin.call('/api/role/list', { Name: user.account })).data.Rows;
      return { user, userId: (await user.who()).userId!, roleId: role.Id as string };
    },
    'to his own records': async () => {
      const made = await newUser(EDITING);
      await change('/api/role/update', { Id: made.roleId, Scope: 'own' });
      return made;
    },
  };
  type Editor = keyof typeof EDITORS;
  const SCOPES = {
    tenant: () => ({ Scope: 'tenant' }),
    department: () => ({ Scope: 'department' }),
    own: () => ({ Scope: 'own' }),
    mine: () => ({ Scope: 'places', LotIds: [mine] }),
    both: () => ({ Scope: 'places', LotIds: [mine, other] }),
  };
  type Scope = keyof typeof SCOPES;
  /** The refusal expected for a role of a scope; null where it is accepted. */
  const outcome = (editor: Editor, scope: Scope): string | null => {
    if (editor === 'to his own records') return scope === 'own' ? null : BEYOND;
    if (scope === 'mine') return null;
    return scope === 'both' ? TOO_MANY_LOTS : BEYOND;
  };
  const CASES = (Object.keys(EDITORS) as Editor[]).flatMap((editor) =>
    (Object.keys(SCOPES) as Scope[]).map((scope) => [editor, scope] as const),
  );
  let named = 0;
  const newName = () => {
    named += 1;
    return `范围角色${named}`;
  };

  test.each(CASES)('%s handles a role of the scope %s only within their own scope', async (editor, scope) => {
    const { user, roleId } = await EDITORS[editor]();
    const expected = outcome(editor, scope);
    const sight = async () => [await lotsOf(user), (await user.who()).isOwnOnly];
    const before = await sight();
    const codeOf = async (path: string, body: object) => (await user.call(path, body)).code ?? null;
    // An editor's own role may keep its scope; no step widens it.
    const isOwnScope = editor === 'by the lots of his account' ? false : expected === null;
    const ownStep = await codeOf('/api/role/update', { Id: roleId, ...SCOPES[scope]() });
    expect(ownStep === null).toBe(isOwnScope);
    expect(await sight()).toEqual(before);
    expect(await codeOf('/api/role/create', { Name: newName(), ...SCOPES[scope]() })).toBe(expected);
    const id = await make('/api/role/create', { Name: newName(), ...SCOPES[scope](), Permissions: ['lot.list'] });
    expect(await codeOf('/api/role/update', { Id: id, Permissions: [] })).toBe(expected);
    expect(await codeOf('/api/role/delete', { Id: id })).toBe(expected);
  });

  test.each(Object.keys(EDITORS) as Editor[])('%s sees no more when viewing as a wider role', async (editor) => {
    const { user } = await EDITORS[editor]();
    const before = { lots: await lotsOf(user), isOwnOnly: (await user.who()).isOwnOnly };
    const wide = await make('/api/role/create', { Name: newName(), Scope: 'tenant', Permissions: ['lot.list'] });
    expect((await user.call('/api/role/startView', { RoleId: wide })).state).toBe('success');
    // Widening the role during the view reveals nothing more either.
    await change('/api/role/update', { Id: wide, Permissions: ['lot.list', 'order.list'] });
    const who = await user.who();
    expect({ lots: await lotsOf(user), isOwnOnly: who.isOwnOnly }).toEqual(before);
    expect([...who.permissions]).toEqual(['lot.list']);
    await user.call('/api/role/endView', {});
  });
});
