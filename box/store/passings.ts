import type { Car } from '../gate/judge.ts';
import type { BoxDatabase } from './database.ts';

/** What a camera was answered: kept, so that a repeated message gets the same. */
export interface KeptAnswer {
  readonly decision: 'open' | 'hold' | 'refuse' | 'record';
  readonly lines: readonly string[];
  readonly voice: string;
  readonly payUrl: string | null;
}

/** A passing as the box keeps it. */
export interface LocalPassing {
  readonly eventId: string;
  readonly laneId: string;
  readonly cameraId: string;
  readonly atMs: number;
  readonly state: 'asked' | 'waiting' | 'done';
  readonly decidedBy: 'cloud' | 'box' | 'attendant' | null;
  readonly car: Car;
  readonly answer: KeptAnswer | null;
  readonly stayId: string | null;
  readonly carried: string | null;
  readonly standing: string | null;
  /** What the cloud asked for, and the time it was asked at. */
  readonly dueFen: number | null;
  readonly dueAtMs: number | null;
  readonly reasonZh: string | null;
  readonly reasonEn: string | null;
}

interface PassingRow extends Omit<LocalPassing, 'car' | 'answer'> {
  readonly message: string;
  readonly answer: string | null;
}

const COLUMNS = `event_id as eventId, lane_id as laneId, camera_id as cameraId, at_ms as atMs, state, decided_by as decidedBy, message,
  answer, stay_id as stayId, carried_plate as carried, standing, due_fen as dueFen, due_at_ms as dueAtMs, reason_zh as reasonZh,
  reason_en as reasonEn`;
/** Messages are repeated within minutes; the page of the booth shows the last day. */
const KEPT_MS = 2 * 86_400_000;

/** The passings of the last days: those that wait, and the answers that repeated messages get. */
export class Passings {
  readonly #database: BoxDatabase;

  constructor(database: BoxDatabase) {
    this.#database = database;
  }

  find(eventId: string): LocalPassing | null {
    const row = this.#database.one<PassingRow>(`select ${COLUMNS} from passing where event_id = ?`, eventId);
    return row && passingOf(row);
  }

  /** Records a car before anything is decided about it. */
  begin(passing: Pick<LocalPassing, 'eventId' | 'laneId' | 'cameraId' | 'atMs' | 'car'>): void {
    this.#database.run(
      `insert into passing (event_id, lane_id, camera_id, at_ms, state, message) values (?, ?, ?, ?, 'asked', ?)
       on conflict (event_id) do nothing`,
      passing.eventId,
      passing.laneId,
      passing.cameraId,
      passing.atMs,
      JSON.stringify(passing.car),
    );
  }

  /** Writes what was decided; what is left out stays. */
  decide(
    eventId: string,
    to: Pick<LocalPassing, 'state' | 'decidedBy'> & Partial<Omit<LocalPassing, 'eventId' | 'car'>>,
  ): void {
    this.#database.run(
      `update passing set state = ?, decided_by = ?, answer = coalesce(?, answer), stay_id = coalesce(?, stay_id),
         carried_plate = coalesce(?, carried_plate), standing = coalesce(?, standing), due_fen = coalesce(?, due_fen),
         due_at_ms = coalesce(?, due_at_ms), reason_zh = coalesce(?, reason_zh), reason_en = coalesce(?, reason_en)
       where event_id = ?`,
      to.state,
      to.decidedBy,
      to.answer ? JSON.stringify(to.answer) : null,
      to.stayId ?? null,
      to.carried ?? null,
      to.standing ?? null,
      to.dueFen ?? null,
      to.dueAtMs ?? null,
      to.reasonZh ?? null,
      to.reasonEn ?? null,
      eventId,
    );
  }

  /** The car that waits at a lane. */
  waitingAt(laneId: string): LocalPassing | null {
    const row = this.#database.one<PassingRow>(
      `select ${COLUMNS} from passing where lane_id = ? and state = 'waiting' order by at_ms desc limit 1`,
      laneId,
    );
    return row && passingOf(row);
  }

  /** Whether a car came to a lane after a time. */
  hasLater(laneId: string, atMs: number): boolean {
    return this.#database.one('select 1 from passing where lane_id = ? and at_ms > ?', laneId, atMs) !== null;
  }

  /** Passings that are not decided: after a restart, those whose camera got no answer. */
  undecided(): LocalPassing[] {
    return this.#database
      .all<PassingRow>(`select ${COLUMNS} from passing where state <> 'done' and state = 'asked' order by at_ms`)
      .map(passingOf);
  }

  /** Passings whose camera got no answer: those that are not decided, and those that wait since a restart. */
  unanswered(): LocalPassing[] {
    return this.#database
      .all<PassingRow>(`select ${COLUMNS} from passing where state <> 'done' and answer is null order by at_ms`)
      .map(passingOf);
  }

  /** The last passings of the lot. */
  last(count: number): LocalPassing[] {
    return this.#database
      .all<PassingRow>(`select ${COLUMNS} from passing order by at_ms desc limit ?`, count)
      .map(passingOf);
  }

  forgetOld(nowMs: number): void {
    this.#database.run("delete from passing where state = 'done' and at_ms < ?", nowMs - KEPT_MS);
  }
}

function passingOf({ message, answer, ...row }: PassingRow): LocalPassing {
  return { ...row, car: JSON.parse(message) as Car, answer: answer ? (JSON.parse(answer) as KeptAnswer) : null };
}
