import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { MOST_NOTES } from './car-note.contract.ts';

const CAR = '粤B12345';
let server: TestServer;
let admin: TestUser;
let clerk: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
beforeEach(async () => {
  admin = await server.newTenant();
  clerk = await server.newUser(admin, ['black-list.list', 'car-note.write']);
});
afterAll(() => server?.stop());

const write = (who: TestUser, Body: string, Plate = CAR) => who.call('/api/carNote/create', { Plate, Body });
const notesOf = async (who: TestUser, Plate = CAR) => (await who.call('/api/carNote/get', { Plate })).data.Notes;

test('colleagues see who wrote what about a car, newest first; another car and another tenant have none', async () => {
  await write(clerk, '车主常驻B座');
  await write(admin, '已留电话');
  const notes = await notesOf(clerk);
  expect(notes).toMatchObject([
    { Body: '已留电话', AuthorName: 'Admin', IsRemovable: false },
    { Body: '车主常驻B座', AuthorName: clerk.account, IsRemovable: true },
  ]);
  expect(Date.parse(notes[0].WrittenAt)).not.toBeNaN();
  expect(await notesOf(clerk, '粤B54321')).toEqual([]);
  expect(await notesOf(await server.newTenant())).toEqual([]);
});

test('a note is deleted by its author or an administrator, each with an audit entry', async () => {
  const theirs = (await write(admin, '只有管理员能删')).data.Id;
  const own = (await write(clerk, '自己的')).data.Id;
  const remove = (who: TestUser, NoteId: string) => who.call('/api/carNote/delete', { NoteId });
  expect((await remove(clerk, theirs)).code).toBe('car-note.not-author');
  expect((await remove(await server.newTenant(), own)).code).toBe('kernel.not-found');
  expect((await remove(clerk, own)).state).toBe('success');
  expect((await remove(admin, theirs)).state).toBe('success');
  expect(await notesOf(clerk)).toEqual([]);
  const { data } = await admin.call('/api/auditLog/list', { Subject: CAR });
  const actions = data.Rows.map((one: { Action: string }) => one.Action);
  expect(actions.filter((one: string) => one === 'car-note.added')).toHaveLength(2);
  expect(actions.filter((one: string) => one === 'car-note.deleted')).toHaveLength(2);
});

test('a car has a limited number of notes, also when they are written at once', async () => {
  for (let count = 1; count < MOST_NOTES; count++) await write(clerk, `第${count}条`);
  const answers = await Promise.all([write(clerk, '一'), write(admin, '二'), write(admin, '三')]);
  expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'fail', 'success']);
  expect(answers.filter((one) => one.state === 'fail').map((one) => one.code)).toEqual([
    'car-note.full',
    'car-note.full',
  ]);
  expect(await notesOf(clerk)).toHaveLength(MOST_NOTES);
});

test('empty and too long notes are refused, and so are those of an account without the right', async () => {
  expect((await write(clerk, '   ')).state).not.toBe('success');
  expect((await write(clerk, '长'.repeat(256))).state).not.toBe('success');
  const reader = await server.newUser(admin, ['black-list.list']);
  expect((await write(reader, '不行')).state).not.toBe('success');
  expect(await notesOf(reader)).toEqual([]);
});
