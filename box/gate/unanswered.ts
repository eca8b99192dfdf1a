import { noPlate } from '@boyun/domain/plate';
import type { LocalPassing } from '../store/passings.ts';
import type { LaneValue } from '../wire.ts';
import type { Gate, GateParts } from './gate.ts';

/** Cameras repeat what got no answer within minutes. */
const REPEATED_MS = 10 * 60_000;

/** Cars whose camera got no answer, because the program died in between. */
export class Unanswered {
  readonly #parts: Pick<GateParts, 'database' | 'passings' | 'snapshot' | 'clock'>;
  readonly #gate: Gate;
  /** When the program began, by the machine's own clock: while it was gone, cameras could repeat nothing. */
  readonly #startedMs: number;

  constructor(parts: Pick<GateParts, 'database' | 'passings' | 'snapshot' | 'clock'>, gate: Gate) {
    this.#parts = parts;
    this.#gate = gate;
    this.#startedMs = parts.clock.rawMs();
  }

  /**
   * After a restart: the last of them at each lane waits for a person, or for its camera to repeat it. Records that cameras had stored are of
   * cars that have passed, and are booked at once.
   */
  recover(): void {
    const { database, passings } = this.#parts;
    for (const passing of passings.undecided()) {
      const lane = this.#laneOf(passing);
      if (!lane) continue;
      if (passing.car.isLate) {
        database.inTransaction(() => this.#gate.bookLate(lane, passing));
        continue;
      }
      if ((passings.waitingAt(lane.Id)?.atMs ?? 0) > passing.atMs) continue;
      database.inTransaction(() => {
        this.#gate.clearLane(lane, passing.eventId);
        passings.decide(passing.eventId, {
          state: 'waiting',
          decidedBy: 'box',
          carried: passing.car.plate ?? noPlate,
          reasonZh: '盒子重启，等待人工放行',
          reasonEn: 'The box was restarted, staff must decide',
        });
      });
    }
  }

  /** Hands over as not passed what no camera has repeated for long, and nobody has decided. */
  giveUp(): void {
    const { database, passings, clock } = this.#parts;
    if (clock.rawMs() - this.#startedMs < REPEATED_MS) return;
    const before = clock.nowMs() - REPEATED_MS;
    for (const passing of passings.unanswered()) {
      if (passing.atMs > before || this.#gate.isTaking(passing.eventId)) continue;
      const lane = this.#laneOf(passing);
      database.inTransaction(() => {
        if (lane && passing.car.isLate) this.#gate.bookLate(lane, passing);
        else if (lane) this.#gate.vanish(lane, passing);
        else passings.decide(passing.eventId, { state: 'done', decidedBy: 'box' });
      });
    }
  }

  #laneOf({ laneId }: LocalPassing): LaneValue | undefined {
    return this.#parts.snapshot.all('lane').find((one) => one.Id === laneId);
  }
}
