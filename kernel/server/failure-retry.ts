import type { EventType } from '../contract/event.ts';
import type { Field } from '../contract/field.ts';
import type { Database, TenantTx } from './database.ts';
import { findEvent } from './event-log.ts';
import type { Jobs } from './job.ts';
import type { Reaction } from './reaction.ts';
import { setAsideAlarm } from './reaction-runner.ts';
import type { SystemAlarms } from './system-alarm.ts';
import { systemWho, type Who } from './who.ts';

/** The event of a retry. */
type RetryEvent = EventType<{ consumer: Field<string>; eventId: Field<string> }>;

/** Retries events whose reactions failed. */
export class FailureRetry {
  readonly #tools: { database: Database; jobs: Jobs; systemAlarms: SystemAlarms };
  readonly #reactions: readonly Reaction[];

  constructor(tools: { database: Database; jobs: Jobs; systemAlarms: SystemAlarms; reactions: readonly Reaction[] }) {
    this.#tools = tools;
    this.#reactions = tools.reactions;
  }

  /**
   * Runs the failed reaction again, in one transaction that also records `retried` under the caller's name. Returns false
   * when the caller's tenant has no open failure with this id; throws what the reaction throws, and the failure stays open.
   */
  async retry(who: Who, failureId: string, retried: RetryEvent): Promise<boolean> {
    const { database, jobs } = this.#tools;
    const { tenantId, userId, account, name, address, requestId, language } = who;
    const actor = { ...systemWho(tenantId), userId, account, name, address, requestId, language };
    const consumer = await database.inTenant(actor, async (tx) => {
      const failure = await lockFailure(tx, failureId);
      const reaction = this.#reactions.find((one) => one.name === failure?.consumer);
      const event = failure ? await findEvent(tx.query, tenantId, failure.eventId) : null;
      if (!reaction || !event) return null;
      await reaction.react(tx, event, jobs);
      await tx.query(
        'update consumer_failure set resolved_at = $3, resolved_by = $4 where tenant_id = $1 and id = $2',
        [tenantId, failureId, tx.now, account],
      );
      const { id: eventId, kind } = event;
      tx.emit(retried, { subjectId: failureId, data: { consumer: reaction.name, eventId } });
      tx.audit({
        action: retried.kind,
        subjectKind: 'consumer-failure',
        subjectId: failureId,
        subject: reaction.name,
        after: { eventId, kind },
      });
      return reaction.name;
    });
    if (consumer !== null) await this.#clearAlarm(consumer, tenantId);
    return consumer !== null;
  }

  async #clearAlarm(consumer: string, tenantId: number): Promise<void> {
    const { database, systemAlarms } = this.#tools;
    const open = await database.inTenant(
      systemWho(tenantId),
      (tx) =>
        tx.query(
          'select from consumer_failure where tenant_id = $1 and consumer = $2 and resolved_at is null limit 1',
          [tenantId, consumer],
        ),
      { isRead: true },
    );
    const { name, subject } = setAsideAlarm(consumer, tenantId);
    if (open.length === 0) await systemAlarms.clear(name, subject);
  }
}

async function lockFailure(tx: TenantTx, id: string): Promise<{ consumer: string; eventId: string } | null> {
  const [row] = await tx.query<{ consumer: string; eventId: string }>(
    `select consumer, event_id from consumer_failure
     where tenant_id = $1 and id = $2 and resolved_at is null for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}
