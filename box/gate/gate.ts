import { formatYuan } from '@boyun/domain/money';
import { noPlate } from '@boyun/domain/plate';
import type { Reading } from '@boyun/gateway/edge';
import type { CloudClock } from '../clock.ts';
import { iso, type Sync } from '../cloud/sync.ts';
import type { BoxDatabase } from '../store/database.ts';
import type { KeptAnswer, LocalPassing, Passings } from '../store/passings.ts';
import type { Queue } from '../store/queue.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Stays } from '../store/stays.ts';
import type { CameraValue, LaneValue, PassingAnswer } from '../wire.ts';
import { inTime, questionOf } from './asking.ts';
import type { Barriers } from './barrier.ts';
import { carOf, eventIdOf } from './car.ts';
import type { Judge, Judgement } from './judge.ts';

type Message = Reading['message'];

/** How long the cloud may take; the rest of two seconds is for the way to the barrier. */
export const ASK_MS = 1500;
/** An answer that comes after the box has decided alone is still worth this long. */
const LATE_ANSWER_MS = 10_000;

/** A car that has waited longer at an entry has probably left; a person decides. */
const WAITS_MS = 3 * 60_000;
/** Nothing is shown and nothing moves. */
const SILENT: KeptAnswer = { decision: 'record', lines: [], voice: '', payUrl: null };

/** The parts of the box that a gate works with. */
export interface GateParts {
  readonly database: BoxDatabase;
  readonly clock: CloudClock;
  readonly snapshot: Snapshot;
  readonly stays: Stays;
  readonly passings: Passings;
  readonly queue: Queue;
  readonly judge: Judge;
  readonly sync: Sync;
  readonly barriers: Barriers;
  /** Whether the cloud may be asked now: the line is up, and it knows everything that happened before. */
  mayAsk(): boolean;
  /** Keeps the time, so that a machine whose clock was lost knows it at least so far. */
  noteTime(): void;
  /** Called when something was queued, or the cloud has decided something. */
  changed(): void;
}

/** Takes the cars that cameras report: asks the cloud where it can, decides alone where it cannot. */
export class Gate {
  readonly #parts: GateParts;
  readonly #askMs: number;
  readonly #running = new Map<string, Promise<KeptAnswer>>();

  constructor(parts: GateParts, askMs = ASK_MS) {
    this.#parts = parts;
    this.#askMs = askMs;
  }

  /** Takes a passing and returns the answer for its camera. A repeated message gets the first answer. */
  take(lane: LaneValue, camera: CameraValue, message: Message): Promise<KeptAnswer> {
    const eventId = eventIdOf(camera, message);
    const running = this.#running.get(eventId);
    if (running) return running;
    const taken = this.#take(lane, camera, eventId, message).finally(() => this.#running.delete(eventId));
    this.#running.set(eventId, taken);
    return taken;
  }

  async #take(lane: LaneValue, camera: CameraValue, eventId: string, message: Message): Promise<KeptAnswer> {
    const { database, passings, queue, clock } = this.#parts;
    const known = passings.find(eventId);
    if (known?.answer) return known.answer;
    if (known?.state === 'done') return SILENT;
    const car = carOf(message, clock.nowMs());
    database.inTransaction(() => {
      this.#parts.noteTime();
      passings.begin({ eventId, laneId: lane.Id, cameraId: camera.Id, atMs: car.happenedMs, car });
      if (message.picture) queue.keepPicture(eventId, car.happenedMs, message.picture);
    });
    // A car that was not decided before a restart has gone if another came after it: the barrier is no more for it.
    const isLate = car.isLate || (known !== null && passings.hasLater(lane.Id, known.atMs));
    const asked = { ...message, isOffline: message.isOffline || isLate };
    const answer = this.#parts.mayAsk() ? await this.#ask(lane, camera, eventId, asked) : null;
    const begun = passings.find(eventId)!;
    if (begun.answer) return begun.answer;
    if (begun.state === 'done') return SILENT;
    const passing = { ...begun, car: { ...begun.car, isLate } };
    return database.inTransaction(() =>
      answer ? this.#followCloud(lane, passing, answer) : this.#decideAlone(lane, passing),
    );
  }

  /** Asks the cloud; null where it does not answer in time. */
  #ask(lane: LaneValue, camera: CameraValue, eventId: string, message: Message): Promise<PassingAnswer | null> {
    const asked = this.#parts.sync.call<PassingAnswer>(
      'passing',
      questionOf(lane, camera, eventId, message),
      LATE_ANSWER_MS,
    );
    return inTime(asked, this.#askMs, (answer) => this.#takeLateAnswer(lane, eventId, answer));
  }

  /** The cloud has decided: the box keeps its own books along. */
  #followCloud(lane: LaneValue, passing: LocalPassing, answer: PassingAnswer): KeptAnswer {
    const { passings, queue } = this.#parts;
    const judged = this.#parts.judge.judge(lane, passing.car);
    const kept: KeptAnswer = {
      decision: answer.Decision,
      lines: answer.Lines,
      voice: answer.Voice ?? '',
      payUrl: answer.PayUrl,
    };
    const isHeld = answer.Decision === 'hold';
    if (!passing.car.isLate) this.clearLane(lane, passing.eventId);
    const passesHere = answer.Decision === 'open' || answer.Decision === 'record';
    const stayId = passesHere ? this.#bookStay(lane, passing, judged, 0, passing.car.happenedMs) : judged.stay?.id;
    passings.decide(passing.eventId, {
      state: isHeld ? 'waiting' : 'done',
      decidedBy: 'cloud',
      answer: kept,
      stayId: stayId ?? null,
      carried: judged.carried,
      standing: judged.standing,
      dueFen: answer.DueFen ?? null,
      dueAtMs: passing.car.happenedMs,
      reasonZh: answer.Lines.at(-1) ?? null,
      reasonEn: answer.Lines.at(-1) ?? null,
    });
    if (!isHeld) queue.dropPicture(passing.eventId);
    this.#parts.changed();
    return kept;
  }

  /** Decides by what the box has. A car that passes is queued for the cloud, one that waits until it is known what became of it. */
  #decideAlone(lane: LaneValue, passing: LocalPassing): KeptAnswer {
    const { passings } = this.#parts;
    const judged = this.#parts.judge.judge(lane, passing.car);
    const kept: KeptAnswer = {
      decision: judged.decision,
      lines: judged.screen.zh ? [judged.carried, judged.screen.zh] : [],
      voice: judged.screen.zh ? `${judged.carried}，${judged.screen.zh}` : '',
      payUrl: null,
    };
    if (!passing.car.isLate) this.clearLane(lane, passing.eventId);
    const about = {
      decidedBy: 'box',
      answer: kept,
      carried: judged.carried,
      standing: judged.standing,
      reasonZh: judged.words.zh,
      reasonEn: judged.words.en,
      dueFen: judged.quote?.dueFen ?? 0,
      dueAtMs: passing.car.happenedMs,
    } as const;
    if (judged.decision === 'hold') {
      passings.decide(passing.eventId, { state: 'waiting', ...about, stayId: judged.stay?.id ?? null });
      this.#parts.changed();
      return kept;
    }
    const atMs = passing.car.happenedMs;
    const isThrough = judged.decision !== 'refuse';
    const seq = this.queuePassing(lane, passing, { decision: isThrough ? 'open' : 'refuse', atMs, judged });
    const stayId = isThrough ? this.#bookStay(lane, passing, judged, seq, atMs) : null;
    passings.decide(passing.eventId, { state: 'done', ...about, stayId });
    if (judged.endsStay) this.#letInNext();
    this.#parts.changed();
    return kept;
  }

  /** Books a record that its camera had stored, without the cloud: nothing moves. Runs in the caller's transaction. */
  bookLate(lane: LaneValue, passing: LocalPassing): void {
    this.#decideAlone(lane, passing);
  }

  /** Begins or ends the stay of a car that passed at a time. */
  #bookStay(lane: LaneValue, passing: LocalPassing, judged: Judgement, seq: number, atMs: number): string | null {
    const { stays } = this.#parts;
    if (judged.direction === 'exit') {
      if (judged.stay) stays.leave(judged.stay.id, atMs, seq, judged.quote?.lines ?? null);
      return judged.stay?.id ?? null;
    }
    // The cloud issues the plate of a car without one when it is asked; its stay comes with the next changes.
    if (!judged.opensStay || (seq === 0 && passing.car.plate === null)) return null;
    if (judged.closes) stays.leave(judged.closes.id, atMs, seq);
    return stays.open(
      {
        OrderId: null,
        Plate: judged.carried,
        PlateColor: passing.car.plateColor,
        VehicleKind: passing.car.vehicleKind,
        EnteredAt: iso(atMs),
        EntryLaneId: lane.Id,
        EntryEventId: passing.eventId,
        Standing: judged.standing,
        ListKind: judged.entry?.kind ?? null,
        ListEntryId: judged.entry?.id ?? null,
        SpotKind: null,
        ChargeVersionId: null,
        Settlements: [],
        PaidFen: 0,
        RefundedFen: 0,
        ReducedFen: 0,
      },
      seq,
    );
  }

  /** Queues what became of a passing; returns its place. */
  queuePassing(
    lane: LaneValue,
    passing: LocalPassing,
    of: {
      readonly decision: 'open' | 'hold' | 'refuse';
      readonly atMs: number;
      readonly judged?: Judgement;
      readonly why?: string;
      readonly byId?: string;
      readonly isByRemote?: boolean;
    },
  ): number {
    const { clock, queue } = this.#parts;
    const camera = this.#parts.snapshot.all('camera').find((one) => one.Id === passing.cameraId);
    const { car } = passing;
    const carried = of.judged?.carried ?? passing.carried ?? car.plate ?? noPlate;
    return queue.add({
      kind: 'passing',
      // The item says the time by the clock of the box.
      atMs: of.atMs - (clock.offsetMs ?? 0),
      eventId: passing.eventId,
      body: {
        OffsetMs: clock.offsetMs,
        EventId: passing.eventId,
        LaneCode: lane.Code,
        ...(camera?.SerialNo ? { CameraSerialNo: camera.SerialNo } : {}),
        Plate: car.plate ?? (carried === noPlate ? null : carried),
        PlateColor: car.plateColor,
        Confidence: car.confidence,
        VehicleKind: car.vehicleKind,
        Decision: of.decision,
        IsByRemote: of.isByRemote ?? car.isByRemote,
        ...(of.why ? { Why: of.why } : {}),
        ...(of.byId ? { ById: of.byId } : {}),
      },
    });
  }

  /** A car that waited when the next one came has gone without a decision. One whose camera got no answer is decided when that repeats it. */
  clearLane(lane: LaneValue, besides: string): void {
    const { passings } = this.#parts;
    const waiting = passings.waitingAt(lane.Id);
    if (!waiting || waiting.eventId === besides) return;
    if (waiting.answer) this.vanish(lane, waiting);
    else passings.decide(waiting.eventId, { state: 'asked', decidedBy: null });
  }

  /** The car turned back or left by another way. */
  vanish(lane: LaneValue, waiting: LocalPassing): void {
    const { passings, clock } = this.#parts;
    this.queuePassing(lane, waiting, { decision: 'hold', atMs: clock.nowMs() });
    passings.decide(waiting.eventId, { state: 'done', decidedBy: waiting.decidedBy });
  }

  /** Lets a waiting car through at a time: books its stay and queues what happened. Runs in the caller's transaction. */
  letThrough(
    lane: LaneValue,
    waiting: LocalPassing,
    of: {
      readonly atMs: number;
      readonly by: 'cloud' | 'box' | 'attendant';
      readonly why?: string;
      readonly byId?: string;
      readonly isByRemote?: boolean;
    },
  ): void {
    const { passings, queue, snapshot } = this.#parts;
    const judged = this.#parts.judge.judge(lane, { ...waiting.car, happenedMs: of.atMs, isLate: false });
    const isNameless = judged.carried === noPlate && judged.direction === 'entry';
    const carried = isNameless ? this.#parts.judge.issuePlate() : judged.carried;
    const own = { ...judged, carried, opensStay: judged.direction === 'entry' };
    const seq = of.by === 'cloud' ? 0 : this.queuePassing(lane, waiting, { decision: 'open', ...of, judged: own });
    const inside = own.direction === 'entry' && waiting.car.plate ? this.#parts.stays.inside(waiting.car.plate) : null;
    this.#bookStay(lane, waiting, { ...own, closes: inside }, seq, of.atMs);
    passings.decide(waiting.eventId, { state: 'done', decidedBy: of.by, carried });
    if (of.by === 'cloud') queue.dropPicture(waiting.eventId);
    this.#parts.barriers.move(snapshot.all('camera'), lane, 'open');
    if (of.by !== 'cloud' && own.direction === 'exit') this.#letInNext();
    this.#parts.changed();
  }

  /** A spot is free: the car that waits for one is let in. Cars that wait for a person, or for their camera to repeat them, keep waiting. */
  #letInNext(): void {
    const { snapshot, passings, clock, judge } = this.#parts;
    const nowMs = clock.nowMs();
    for (const lane of snapshot.all('lane')) {
      const waiting = passings.waitingAt(lane.Id);
      if (!waiting?.answer || nowMs - waiting.atMs > WAITS_MS) continue;
      const judged = judge.judge(lane, { ...waiting.car, happenedMs: nowMs, isLate: false });
      if (judged.direction !== 'entry' || judged.decision !== 'open') continue;
      this.letThrough(lane, waiting, { atMs: nowMs, by: 'box' });
      return;
    }
  }

  /** The cloud's answer came after the box had decided alone: a car that still waits need not wait any longer. */
  #takeLateAnswer(lane: LaneValue, eventId: string, answer: PassingAnswer): void {
    const { database, passings } = this.#parts;
    const passing = passings.find(eventId);
    if (passing?.state !== 'waiting' || !answer.IsOpen) return;
    database.inTransaction(() => this.letThrough(lane, passing, { atMs: passing.car.happenedMs, by: 'cloud' }));
  }

  /** Whether a car is being decided at this moment. */
  isTaking(eventId: string): boolean {
    return this.#running.has(eventId);
  }

  /** What a waiting car owes now: the cloud's sum where it was asked, else the box's own. */
  due(lane: LaneValue, waiting: LocalPassing): { dueFen: number; judged: Judgement; text: string } {
    const nowMs = this.#parts.clock.nowMs();
    const judged = this.#parts.judge.judge(lane, { ...waiting.car, happenedMs: nowMs, isLate: false });
    const ownFen = judged.quote?.dueFen ?? 0;
    let dueFen = ownFen;
    if (waiting.dueFen !== null && waiting.dueAtMs !== null) {
      const then = this.#parts.judge.judge(lane, { ...waiting.car, happenedMs: waiting.dueAtMs, isLate: false });
      // The cloud knows coupons and debts; the box knows what the time since costs.
      dueFen = Math.max(0, waiting.dueFen + ownFen - (then.quote?.dueFen ?? 0));
    }
    return { dueFen, judged, text: formatYuan(dueFen) };
  }
}
