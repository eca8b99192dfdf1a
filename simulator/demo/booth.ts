import { clockIn, clockOut, countTill, goOnDuty, readOwnShift, signShift } from '@boyun/duty/server';
import { type Kernel, type SetClock, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { createRandom } from '../replay/random.ts';
import { SHIFT_MS, shiftAt } from './place.ts';

/** A booth of the demo and who sits in it, in the order of the shifts. */
export interface DemoBooth {
  readonly lotCode: string;
  readonly lotId: string;
  readonly sentryId: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** What stays in the till for the next. */
const FLOAT_FEN = 200_00;
const STEP_MS = 12_000;
/** A till that is not right, now and then: by how much, and what is said of it. */
const DIFFERENCES = [
  { fen: -10_00, note: '找零多付一张十元，已登记' },
  { fen: -5_00, note: '差五元，未查明原因' },
  { fen: 5_00, note: '车主未取找零' },
  { fen: -20_00, note: '收到一张残缺纸币，已上报' },
] as const;

/** Keeps a booth manned through the past: three times a day who sits there counts the till and who comes signs for it. */
export function manBooth(
  { kernel, clock, tenantId }: { kernel: Kernel; clock: SetClock; tenantId: number },
  { lotCode, lotId, sentryId, people }: DemoBooth,
) {
  const random = createRandom(`booth ${lotCode}`);
  let dueMs = clock.now().getTime();
  let holder = people[shiftAt(dueMs)]!;
  let shiftId: string | null = null;
  const whoIs = (person: DemoBooth['people'][number]): Who => ({
    ...systemWho(tenantId, person.name),
    kind: 'user',
    userId: person.id,
  });
  const act = async <T>(person: DemoBooth['people'][number], work: (tx: TenantTx) => Promise<T>): Promise<T> => {
    clock.set(new Date(Math.max(dueMs, clock.now().getTime() + STEP_MS)));
    return kernel.database.inTenant(whoIs(person), work);
  };
  const handOver = async (held: string, next: DemoBooth['people'][number]) => {
    const wrong = random.chance(0.08) ? random.pick(DIFFERENCES) : null;
    await act(holder, async (tx) => {
      const { expectedFen } = (await readOwnShift(tx)).shift!;
      const countedFen = Math.max(0, expectedFen + (wrong?.fen ?? 0));
      const handedInFen = Math.max(0, countedFen - FLOAT_FEN);
      return countTill(tx, { shiftId: held, countedFen, handedInFen, note: wrong?.note ?? null });
    });
    const { nextShiftId } = await act(next, (tx) => signShift(tx, held, true));
    await act(holder, (tx) => clockOut(tx, '岗亭'));
    return nextShiftId!;
  };
  return {
    /** Who takes cash there now. */
    holder: () => whoIs(holder),
    /** Does what is due up to an instant. */
    async until(ms: number): Promise<void> {
      while (dueMs <= ms) {
        const next = people[shiftAt(dueMs)]!;
        await act(next, (tx) => clockIn(tx, { lotId, place: '岗亭', device: null }));
        shiftId = shiftId
          ? await handOver(shiftId, next)
          : (await act(next, (tx) => goOnDuty(tx, sentryId, FLOAT_FEN))).id;
        holder = next;
        // Nobody is there on the dot.
        dueMs = (Math.floor(dueMs / SHIFT_MS) + 1) * SHIFT_MS + random.below(240_000);
      }
    },
  };
}
