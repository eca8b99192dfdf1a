import type { Access } from '../contract/access.ts';
import type { AnyEventType } from '../contract/event.ts';
import type { Label } from '../contract/label.ts';
import type { RefusalRule } from '../contract/refusal.ts';
import { slot } from '../contract/slot.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { Sql } from './sql.ts';

/** When the reminders of a kind begin: days before or after the occasion. */
export interface ReminderLead {
  readonly side: 'before' | 'after';
  /** Unless the tenant sets another number. */
  readonly days: number;
}

/** How the reminders of a kind are repeated, unless the tenant sets other numbers. */
export interface ReminderRepeat {
  readonly everyDays: number;
  readonly mostTimes: number;
}

/**
 * Something people are reminded of: what is due and what is told. When, how often, to whom and outside which hours is the business of the
 * one engine that looks at all kinds, and of the tenant's settings.
 */
export interface ReminderKind {
  readonly name: string;
  readonly title: Label;
  /** Who is reminded of what, in a sentence for the page of settings. */
  readonly hint: Label;
  /** Emitted once per reminder; push settings word it and may name further people. */
  readonly event: AnyEventType;
  /** Null where each subject has its own moment, `due_at`; the text says where it comes from. */
  readonly lead: ReminderLead | Label;
  /** Null where each occasion is reminded of once. */
  readonly repeat: ReminderRepeat | null;
  /** Active unless the tenant says otherwise. */
  readonly isActive: boolean;
  /** Whether the customer gets an SMS: always, if the tenant wants it, or never. */
  readonly owner: 'always' | 'optional' | 'never';
  /** The right whose holders get a message; null where the event itself reaches them. `isByDefault`: unless the tenant says otherwise. */
  readonly staff: { readonly access: Access; readonly isByDefault: boolean } | null;
  /**
   * The subjects of all tenants that are due: `tenant_id`, `subject` (a text), `occasion` (a moment or null), and `due_at` where `lead` is a
   * text (null for at once).
   */
  due(now: Date): Sql;
  /** Why no reminder can be sent at present; null where they can. */
  obstacle?(kernel: Pick<Kernel, 'configuration'>): RefusalRule | null;
  /** Emits the event about a subject; false where it is no longer due or nobody can be reached. */
  tell(tx: TenantTx, subject: string, kernel: Kernel): Promise<boolean>;
}

/** The kinds of reminders of all modules. */
export const reminderKinds = slot<ReminderKind>('reminder.kinds');

/** Notes that a person reminded of a subject: the days until the next reminder count from now. Waits for others who remind of it. */
export async function noteReminded(tx: TenantTx, kind: string, subject: string): Promise<void> {
  await tx.query(
    `insert into reminder as r (tenant_id, kind, subject, last_at, times) values ($1, $2, $3, $4, 0)
     on conflict (tenant_id, kind, subject) do update set last_at = $4`,
    [tx.tenantId, kind, subject, tx.now],
  );
}
