import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const PASSWORD = 'Boyun#2026';
const clock = new SetClock(new Date('2026-03-04T02:00:00Z'));
let server: TestServer;
let user: TestUser;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

async function newArea(by = user): Promise<string> {
  count += 1;
  return (await by.call('/api/area/create', { Name: `片区${count}` })).data.Id;
}

async function newProof(by = user): Promise<string> {
  return (await by.call('/api/tenantUser/checkUserPassword', { Password: PASSWORD })).data.Proof;
}

/** Deletes an area with only this proof. */
function remove(id: string, proof: string | null, by = user) {
  const headers = { authorization: `Bearer ${by.token}`, ...(proof === null ? {} : { [PROOF_HEADER]: proof }) };
  return server.call('/api/area/delete', { Id: id }, headers);
}

describe('§2 password-confirm dialog: also enforced by the server', () => {
  test.each([
    ['no proof', null],
    ['a made-up proof', '1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['the password itself', PASSWORD],
  ])('%s deletes nothing', async (_, proof) => {
    const id = await newArea();
    const refused = await remove(id, proof);
    expect([refused.state, refused.code]).toEqual(['fail', 'kernel.password-needed']);
    expect((await user.call('/api/area/get', { Id: id })).state).toBe('success');
  });

  test('a proof is valid for one operation', async () => {
    const [first, second] = [await newArea(), await newArea()];
    const proof = await newProof();
    expect((await remove(first, proof)).state).toBe('success');
    expect((await remove(second, proof)).code).toBe('kernel.password-needed');
  });

  test('a refusal for another reason does not consume the proof', async () => {
    const proof = await newProof();
    expect((await remove('01900000-0000-7000-8000-000000000000', proof)).code).toBe('kernel.not-found');
    expect((await remove(await newArea(), proof)).state).toBe('success');
  });

  test('a proof of another session, or older than five minutes, is not accepted', async () => {
    const other = await server.newUser(user, ['area.list', 'area.create', 'area.delete']);
    const id = await newArea();
    const proof = await newProof(other);
    expect((await remove(id, proof)).code).toBe('kernel.password-needed');
    clock.set(new Date(clock.now().getTime() + 5 * 60_000));
    expect((await remove(id, proof, other)).code).toBe('kernel.password-needed');
    expect((await remove(id, await newProof(other), other)).state).toBe('success');
  });

  test('a wrong password gives no proof', async () => {
    const answer = await user.call('/api/tenantUser/checkUserPassword', { Password: 'Wrong#2026' });
    expect([answer.code, answer.data]).toEqual(['sign-in.wrong-password', null]);
  });
});
