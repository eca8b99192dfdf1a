import type { CloudClock } from '../clock.ts';
import { iso } from '../cloud/sync.ts';
import type { Barriers, Move } from '../gate/barrier.ts';
import type { Gate } from '../gate/gate.ts';
import type { BoxDatabase } from '../store/database.ts';
import type { LocalPassing, Passings } from '../store/passings.ts';
import type { Queue } from '../store/queue.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Stays } from '../store/stays.ts';
import type { AttendantValue, LaneValue } from '../wire.ts';

/** Why an act at the booth was not done. */
export type DeskRefusal =
  | 'not-allowed'
  | 'not-waiting'
  | 'nothing-due'
  | 'fee-changed'
  | 'reason-needed'
  | 'no-barrier';

/** What was done at the booth. */
export interface DeskAct {
  readonly atMs: number;
  readonly laneCode: string;
  readonly plate: string | null;
  readonly name: string;
  readonly kind: 'cash' | 'let-through' | 'turned-back' | Move;
  readonly amountFen: number | null;
  readonly reason: string | null;
}

interface DeskParts {
  readonly database: BoxDatabase;
  readonly clock: CloudClock;
  readonly snapshot: Snapshot;
  readonly stays: Stays;
  readonly passings: Passings;
  readonly queue: Queue;
  readonly gate: Gate;
  readonly barriers: Barriers;
  changed(): void;
}

const MIN_REASON = 2;
const MAX_REASON = 200;

/**
 * What an attendant does at the booth. Each act is queued with what it changes in one transaction, then the barrier moves; the cloud gets it
 * the same way whether the line is up or not.
 */
export class Desk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Takes the fee of a waiting car in cash and lets it out; `shownFen` is the amount the attendant saw. */
  takeCash(attendant: AttendantValue, lane: LaneValue, eventId: string, shownFen: number): DeskRefusal | null {
    if (!attendant.MayCollect) return 'not-allowed';
    const waiting = this.#waiting(lane, eventId);
    if (!waiting) return 'not-waiting';
    const { dueFen, judged } = this.#parts.gate.due(lane, waiting);
    const { stay, quote } = judged;
    if (!stay || dueFen <= 0) return 'nothing-due';
    if (dueFen !== shownFen) return 'fee-changed';
    const { clock, queue, stays, gate } = this.#parts;
    this.#parts.database.inTransaction(() => {
      const atMs = clock.nowMs();
      const seq = queue.add({
        kind: 'cash',
        atMs: clock.rawMs(),
        eventId: null,
        body: {
          OffsetMs: clock.offsetMs,
          AmountFen: dueFen,
          FeeFen: dueFen,
          ById: attendant.Id,
          TariffVersionId: quote?.versionId ?? null,
          OrderId: stay.isOwn ? null : stay.id,
          EntryEventId: stay.EntryEventId,
          Plate: stay.Plate,
          EnteredAt: iso(stay.enteredMs),
          LaneCode: lane.Code,
        },
      });
      const settledFen = dueFen + (quote?.reducedFen ?? 0);
      stays.pay(stay.id, { AtMs: atMs, AmountFen: settledFen, paidFen: dueFen, seq });
      this.#note(attendant, lane, { kind: 'cash', plate: stay.Plate, amountFen: dueFen, reason: null });
      gate.letThrough(lane, waiting, { atMs, by: 'attendant', byId: attendant.Id });
    });
    return null;
  }

  /** Lets a waiting car through without payment, with a reason. */
  letThrough(attendant: AttendantValue, lane: LaneValue, eventId: string, reason: string): DeskRefusal | null {
    if (!attendant.MaySettle) return 'not-allowed';
    const why = reasonOf(reason);
    if (!why) return 'reason-needed';
    const waiting = this.#waiting(lane, eventId);
    if (!waiting) return 'not-waiting';
    this.#parts.database.inTransaction(() => {
      this.#note(attendant, lane, { kind: 'let-through', plate: waiting.carried, amountFen: null, reason: why });
      const atMs = this.#parts.clock.nowMs();
      this.#parts.gate.letThrough(lane, waiting, { atMs, by: 'attendant', byId: attendant.Id, why });
    });
    return null;
  }

  /** Notes that a waiting car turned back. */
  turnBack(attendant: AttendantValue, lane: LaneValue, eventId: string, reason: string): DeskRefusal | null {
    if (!attendant.MaySettle) return 'not-allowed';
    const why = reasonOf(reason);
    if (!why) return 'reason-needed';
    const waiting = this.#waiting(lane, eventId);
    if (!waiting) return 'not-waiting';
    const { gate, passings, clock } = this.#parts;
    this.#parts.database.inTransaction(() => {
      gate.queuePassing(lane, waiting, { decision: 'refuse', atMs: clock.nowMs(), why, byId: attendant.Id });
      const answer = { decision: 'refuse', lines: [], voice: '', payUrl: null } as const;
      passings.decide(waiting.eventId, { state: 'done', decidedBy: 'attendant', answer });
      this.#note(attendant, lane, { kind: 'turned-back', plate: waiting.carried, amountFen: null, reason: why });
    });
    this.#parts.changed();
    return null;
  }

  /** Moves the barrier of a lane by hand, with a reason. */
  moveBarrier(attendant: AttendantValue, lane: LaneValue, move: Move, reason: string): DeskRefusal | null {
    if (!attendant.MayOpen) return 'not-allowed';
    const why = reasonOf(reason);
    if (!why) return 'reason-needed';
    const { barriers, snapshot, clock, queue } = this.#parts;
    this.#parts.database.inTransaction(() => {
      queue.add({
        kind: 'barrier',
        atMs: clock.rawMs(),
        eventId: null,
        body: {
          OffsetMs: clock.offsetMs,
          LaneCode: lane.Code,
          Act: move,
          Cause: 'attendant',
          ById: attendant.Id,
          Why: why,
          Plate: null,
          EventId: null,
        },
      });
      this.#note(attendant, lane, { kind: move, plate: null, amountFen: null, reason: why });
    });
    this.#parts.changed();
    return barriers.move(snapshot.all('camera'), lane, move) ? null : 'no-barrier';
  }

  /** The last acts, the latest first. */
  acts(count: number): DeskAct[] {
    return this.#parts.database.all<DeskAct>(
      `select at_ms as atMs, lane_code as laneCode, plate, name, kind, amount_fen as amountFen, reason from act
       order by id desc limit ?`,
      count,
    );
  }

  #waiting(lane: LaneValue, eventId: string): LocalPassing | null {
    const waiting = this.#parts.passings.waitingAt(lane.Id);
    return waiting?.eventId === eventId ? waiting : null;
  }

  #note(
    attendant: AttendantValue,
    lane: LaneValue,
    act: Pick<DeskAct, 'kind' | 'plate' | 'amountFen' | 'reason'>,
  ): void {
    this.#parts.database.run(
      'insert into act (at_ms, lane_code, plate, name, kind, amount_fen, reason) values (?, ?, ?, ?, ?, ?, ?)',
      this.#parts.clock.nowMs(),
      lane.Code,
      act.plate,
      attendant.Name,
      act.kind,
      act.amountFen,
      act.reason,
    );
  }
}

function reasonOf(text: string): string | null {
  const reason = text.trim().slice(0, MAX_REASON);
  return reason.length >= MIN_REASON ? reason : null;
}
