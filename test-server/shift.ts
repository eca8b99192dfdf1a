import type { TestServer, TestUser } from './server.ts';

/** A shift in a new booth of a lot: opened, counted with two yuan too little, and signed by another person. */
export async function playShift(
  server: TestServer,
  user: TestUser,
  lotId: string,
  opening = '100.00',
): Promise<string> {
  const [holder, receiver] = [await server.newUser(user, ['shift.take']), await server.newUser(user, ['shift.sign'])];
  const done = async (by: TestUser, path: string, body: object) => {
    const answer = await by.call(path, body);
    if (answer.state !== 'success') throw new Error(answer.message);
    return answer.data;
  };
  const { Id: SentryId } = await done(user, '/api/parkinLotSentry/create', {
    Name: `Booth of ${holder.account}`,
    LotId: lotId,
  });
  const { ShiftId } = await done(holder, '/api/shiftSentry/open', { SentryId, Opening: opening });
  const { Shift } = await done(holder, '/api/shiftSentry/getOwn', {});
  const Counted = (Number(Shift.Expected) - 2).toFixed(2);
  await done(holder, '/api/shiftSentry/count', { ShiftId, Counted, HandedIn: '0.00', Note: 'two short' });
  await done(receiver, '/api/shiftSentry/close', { ShiftId });
  return ShiftId;
}
