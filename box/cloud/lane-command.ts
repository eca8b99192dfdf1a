import type { CloudClock } from '../clock.ts';
import type { Barriers } from '../gate/barrier.ts';
import type { Gate } from '../gate/gate.ts';
import type { BoxDatabase } from '../store/database.ts';
import type { Passings } from '../store/passings.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { LaneValue } from '../wire.ts';
import { CloudFailure } from './client.ts';
import type { Sync } from './sync.ts';

const CALL_MS = 5000;
/** Commands are remembered so long: the cloud may give one again when it did not learn that it arrived. */
const KEPT_COMMANDS = 200;

interface LaneCommand {
  readonly CommandId: string;
  readonly Kind: string;
}

interface CommandParts {
  readonly database: BoxDatabase;
  readonly sync: Sync;
  readonly snapshot: Snapshot;
  readonly passings: Passings;
  readonly barriers: Barriers;
  readonly gate: Gate;
  readonly clock: CloudClock;
}

/** Fetches the cloud's commands to the barriers of the box's lanes, and reports what their sensors say. */
export class LaneCommands {
  readonly #parts: CommandParts;
  readonly #done = new Set<string>();

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  /** Asks for the commands of each lane once. */
  async poll(): Promise<void> {
    for (const lane of this.#parts.snapshot.all('lane')) {
      try {
        const { Commands } = await this.#parts.sync.call<{ Commands: LaneCommand[] }>(
          'heartbeat',
          { LaneCode: lane.Code },
          CALL_MS,
        );
        for (const command of Commands) this.#carryOut(lane, command);
      } catch (error) {
        // A lane without a camera is refused; the others are asked all the same.
        if (!(error instanceof CloudFailure) || error.kind !== 'refused') throw error;
        this.#parts.sync.noteAnswer();
      }
    }
  }

  /** Carries out a command once. A car that waits at the lane passes by it. */
  #carryOut(lane: LaneValue, { CommandId, Kind }: LaneCommand): void {
    if (this.#done.has(CommandId) || (Kind !== 'open' && Kind !== 'close')) return;
    this.#done.add(CommandId);
    if (this.#done.size > KEPT_COMMANDS) this.#done.delete([...this.#done][0]!);
    const { database, passings, barriers, snapshot, gate, clock } = this.#parts;
    const waiting = Kind === 'open' ? passings.waitingAt(lane.Id) : null;
    if (!waiting) {
      barriers.move(snapshot.all('camera'), lane, Kind);
      return;
    }
    // The cloud knows the car it was asked about; of one that the box held alone it learns by the queue.
    const by = waiting.decidedBy === 'cloud' ? 'cloud' : 'box';
    database.inTransaction(() => gate.letThrough(lane, waiting, { atMs: clock.nowMs(), by, isByRemote: by === 'box' }));
  }

  /** Reports a sensor; lost while the line is down, as it says nothing about the past. */
  async noteInput(lane: LaneValue, input: 'barrier' | 'loop' | 'call'): Promise<void> {
    await this.#parts.sync.call('input', { LaneCode: lane.Code, Input: input }, CALL_MS).catch(() => undefined);
  }
}
