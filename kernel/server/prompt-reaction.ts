import type { EventRow } from './history.ts';
import type { Log } from './log.ts';
import { isWanted, type Reaction } from './reaction.ts';
import { type ReactionTools, runClaimed } from './reaction-runner.ts';

/**
 * Runs prompt reactions right after the commit that files their event. One that fails, or is lost with the process, is run by the
 * reader of the event log, which claims events in the same way.
 */
export class PromptReactions {
  readonly #tools: Pick<ReactionTools, 'database' | 'jobs'>;
  readonly #log: Log;
  readonly #reactions: readonly Reaction[];
  readonly #running = new Set<Promise<void>>();
  #isStopped = true;

  constructor(options: Pick<ReactionTools, 'database' | 'jobs' | 'log'> & { reactions: readonly Reaction[] }) {
    this.#tools = options;
    this.#log = options.log;
    this.#reactions = options.reactions.filter((one) => one.isPrompt);
  }

  /** Starts; all reactions must be registered before. */
  start(): void {
    this.#isStopped = false;
    this.#tools.database.onEvents((events) => {
      if (!this.#isStopped) for (const event of events) this.#take(event);
    });
  }

  /** Accepts no further events; resolves when the current ones are finished. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  #take(event: EventRow): void {
    for (const reaction of this.#reactions) {
      if (!isWanted(reaction, event)) continue;
      const run: Promise<void> = runClaimed(this.#tools, reaction, event)
        .catch((error) => {
          const { id, tenantId: tenant, requestId } = event;
          this.#log.error(
            { consumer: reaction.name, event: id, tenant, requestId, err: error },
            'a prompt reaction failed, the reader of the event log will try it',
          );
        })
        .finally(() => void this.#running.delete(run));
      this.#running.add(run);
    }
  }
}
