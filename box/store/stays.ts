import type { FeeLine } from '@boyun/domain/fee';
import { plateKey } from '@boyun/domain/stay';
import type { CloudClock } from '../clock.ts';
import type { SettlementValue, StayValue } from '../wire.ts';
import type { BoxDatabase } from './database.ts';

/** A stay in the lot as the box knows it, with what was paid at the booth and is not known to the cloud yet. */
export interface LocalStay extends StayValue {
  readonly id: string;
  readonly enteredMs: number;
  /** It began here, and the cloud has no order of it yet. */
  readonly isOwn: boolean;
}

/** A stay that ended here, with its fee lines, for tariffs that link stays. */
export interface EndedStay {
  readonly enteredAtMs: number;
  readonly exitAtMs: number;
  readonly lines: readonly FeeLine[];
}

interface StayRow {
  readonly id: string;
  readonly entered_ms: number;
  readonly value: string;
  readonly own_paid: string;
  readonly is_own: number;
  readonly left_ms: number | null;
  readonly left_seq: number;
  readonly marked: number;
}

/** Money taken at the booth; `seq` is its place in the queue. */
interface OwnPaid extends SettlementValue {
  /** What was taken; the amount it settled includes reductions. */
  readonly paidFen: number;
  readonly seq: number;
  readonly mark: number;
}

const COLUMNS = 'id, entered_ms, value, own_paid, is_own, left_ms, left_seq, marked';
/** Ended stays are kept for counts of a day and tariffs that link stays. */
const KEPT_MS = 3 * 86_400_000;

/** The cars in the lot. What happened at this box and is not handed over yet outweighs what the cloud says. */
export class Stays {
  readonly #database: BoxDatabase;
  readonly #clock: CloudClock;
  #mark: number;

  constructor(database: BoxDatabase, clock: CloudClock) {
    this.#database = database;
    this.#clock = clock;
    this.#mark = database.one<{ mark: number | null }>('select max(marked) as mark from stay')?.mark ?? 0;
  }

  /** A number larger than that of every change before; what the cloud is asked for now has it. */
  nextMark(): number {
    this.#mark += 1;
    return this.#mark;
  }

  /** Applies a row of the cloud; `asked` is the mark it was asked for at. */
  applyRow(orderId: string, value: unknown, round: number, asked: number): void {
    const stay = value as StayValue | null;
    if (stay === null) {
      this.#database.run(
        'update stay set left_ms = ?, is_own = 0 where id = ? and left_ms is null',
        this.#clock.nowMs(),
        orderId,
      );
      return;
    }
    const before =
      this.#row('id = ?', orderId) ?? (stay.EntryEventId ? this.#row('entry_event = ?', stay.EntryEventId) : null);
    const isNewerHere = before !== null && (before.marked > asked || this.#isQueued(before.left_seq));
    const paid = before ? this.#unsent(before, asked) : [];
    const leftMs = isNewerHere ? before.left_ms : null;
    if (before && before.id !== orderId) this.#rename(before.id, orderId);
    this.#database.run(
      `insert into stay (id, plate, plate_key, entered_ms, left_ms, entry_event, list_entry_id, value, own_paid, round)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set plate = excluded.plate, plate_key = excluded.plate_key,
         entered_ms = excluded.entered_ms, left_ms = excluded.left_ms, entry_event = excluded.entry_event,
         list_entry_id = excluded.list_entry_id, value = excluded.value, own_paid = excluded.own_paid,
         round = excluded.round, is_own = 0`,
      orderId,
      stay.Plate,
      plateKey(stay.Plate),
      Date.parse(stay.EnteredAt),
      leftMs,
      stay.EntryEventId,
      stay.ListEntryId,
      JSON.stringify(stay),
      JSON.stringify(paid),
      round,
    );
  }

  /** A stay that began here gets the number of its order. */
  #rename(id: string, orderId: string): void {
    this.#database.run('update stay set id = ? where id = ?', orderId, id);
    this.#database.run('update passing set stay_id = ? where stay_id = ?', orderId, id);
  }

  #row(condition: string, value: string): StayRow | null {
    return this.#database.one<StayRow>(`select ${COLUMNS} from stay where ${condition}`, value);
  }

  #isQueued(seq: number): boolean {
    return seq > 0 && this.#database.one('select 1 from queue where seq = ?', seq) !== null;
  }

  /** Payments that the cloud cannot have known when it was asked. */
  #unsent(row: StayRow, asked: number): OwnPaid[] {
    const paid = JSON.parse(row.own_paid) as OwnPaid[];
    return paid.filter((one) => this.#isQueued(one.seq) || one.mark > asked);
  }

  /** Ends the stays that a full snapshot did not name, except those that are newer here. */
  forgetBefore(round: number, began: number): void {
    this.#database.run(
      `update stay set left_ms = ?, is_own = 0 where left_ms is null and round < ? and marked < ?
         and entry_seq not in (select seq from queue)`,
      this.#clock.nowMs(),
      round,
      began,
    );
  }

  /** Deletes stays that ended long ago. */
  forgetOld(nowMs: number): void {
    this.#database.run(
      'delete from stay where left_ms < ? and left_seq not in (select seq from queue)',
      nowMs - KEPT_MS,
    );
  }

  /** Opens a stay that began here; `seq` is the place of its passing in the queue, 0 where the cloud knows it. */
  open(stay: StayValue, seq: number): string {
    const id = `own ${stay.EntryEventId}`;
    const enteredMs = Date.parse(stay.EnteredAt);
    this.#database.run(
      `insert into stay (id, plate, plate_key, entered_ms, entry_event, list_entry_id, value, is_own, entry_seq, marked)
       values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?) on conflict (id) do nothing`,
      id,
      stay.Plate,
      plateKey(stay.Plate),
      enteredMs,
      stay.EntryEventId,
      stay.ListEntryId,
      JSON.stringify(stay),
      seq,
      this.nextMark(),
    );
    return id;
  }

  /** Ends a stay here. */
  leave(id: string, leftMs: number, seq: number, lines: readonly FeeLine[] | null = null): void {
    this.#database.run(
      'update stay set left_ms = ?, left_seq = ?, marked = ?, fee_lines = ? where id = ? and left_ms is null',
      leftMs,
      seq,
      this.nextMark(),
      lines && JSON.stringify(lines),
      id,
    );
  }

  /** Notes money taken at the booth for a stay. */
  pay(id: string, payment: Omit<OwnPaid, 'mark'>): void {
    const row = this.#row('id = ?', id);
    if (!row) return;
    const mark = this.nextMark();
    const paid = [...(JSON.parse(row.own_paid) as OwnPaid[]), { ...payment, mark }];
    this.#database.run('update stay set own_paid = ?, marked = ? where id = ?', JSON.stringify(paid), mark, id);
  }

  /** A stay by its id, also one that ended. */
  find(id: string): LocalStay | null {
    const row = this.#row('id = ?', id);
    return row && stayOf(row);
  }

  /** The stay of a plate that is inside. */
  inside(plate: string): LocalStay | null {
    const row = this.#row('plate = ? and left_ms is null order by entered_ms desc limit 1', plate);
    return row && stayOf(row);
  }

  /** The stays inside whose plates a camera may have read for this one. */
  insideLike(plate: string): LocalStay[] {
    return this.#database
      .all<StayRow>(`select ${COLUMNS} from stay where plate_key = ? and left_ms is null`, plateKey(plate))
      .map(stayOf);
  }

  /** Whether the plate left within so many milliseconds of a time. */
  hasLeft(plate: string, atMs: number, withinMs: number): boolean {
    const sql = 'select 1 from stay where plate = ? and left_ms between ? and ?';
    return this.#database.one(sql, plate, atMs - withinMs, atMs + withinMs) !== null;
  }

  /** Earlier stays of a plate that ended here. */
  earlier(plate: string, besides: string): EndedStay[] {
    return this.#database
      .all<{ enteredAtMs: number; exitAtMs: number; lines: string }>(
        `select entered_ms as enteredAtMs, left_ms as exitAtMs, fee_lines as lines from stay
         where plate = ? and id <> ? and left_ms is not null and fee_lines is not null order by entered_ms`,
        plate,
        besides,
      )
      .map((one) => ({ ...one, lines: JSON.parse(one.lines) as FeeLine[] }));
  }

  countInside(): number {
    return this.#database.one<{ n: number }>('select count(*) as n from stay where left_ms is null')!.n;
  }

  /** The use of list entries: cars of other plates inside, and stays since a time. */
  uses(entryIds: readonly string[], plate: string, sinceMs: number): Map<string, { inside: number; stays: number }> {
    return new Map(
      entryIds.map((id) => [
        id,
        {
          inside: this.#database.one<{ n: number }>(
            'select count(*) as n from stay where list_entry_id = ? and left_ms is null and plate <> ?',
            id,
            plate,
          )!.n,
          stays: this.#database.one<{ n: number }>(
            'select count(*) as n from stay where list_entry_id = ? and entered_ms >= ?',
            id,
            sinceMs,
          )!.n,
        },
      ]),
    );
  }
}

function stayOf(row: StayRow): LocalStay {
  const value = JSON.parse(row.value) as StayValue;
  const paid = JSON.parse(row.own_paid) as OwnPaid[];
  return {
    ...value,
    id: row.id,
    enteredMs: row.entered_ms,
    isOwn: row.is_own === 1,
    Settlements: [...value.Settlements, ...paid.map(({ AtMs, AmountFen }) => ({ AtMs, AmountFen }))],
    PaidFen: value.PaidFen + paid.reduce((sum, one) => sum + one.paidFen, 0),
  };
}
