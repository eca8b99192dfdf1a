import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { type Kernel, notFound, type Sweep, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import { providerFor } from '../outbox/provider.service.ts';
import { placesOf, SmsFault, type SmsProvider } from '../outbox/sms.service.ts';
import {
  type SmsPurpose,
  smsRefusal,
  smsTemplate,
  type TemplateState,
  templateTransitions,
} from './sms-template.contract.ts';
import { smsTemplateDecided } from './sms-template-event.contract.ts';

/** A text of SMS. */
export interface SmsTemplateRow {
  readonly id: string;
  readonly name: string;
  readonly purpose: keyof typeof SmsPurpose;
  readonly content: string;
  readonly state: TemplateState;
  readonly providerCode: string | null;
}

/** The values a text may have. */
const PLACES = ['name', 'stop'];

/** Refuses a text with unknown values, and advertising without the link to unsubscribe. */
export function requireText(purpose: keyof typeof SmsPurpose, content: string): void {
  const places = placesOf(content);
  const unknown = places.find((one) => !PLACES.includes(one));
  if (unknown) throw new Refusal(smsRefusal['unknown-place'], { name: unknown });
  if (purpose === 'advertising' && !places.includes('stop')) throw new Refusal(smsRefusal['needs-stop']);
}

/** Returns a text; null where there is none. */
export async function findSmsTemplate(tx: TenantTx, id: string): Promise<SmsTemplateRow | null> {
  const [row] = await tx.query<SmsTemplateRow>(
    'select id, name, purpose, content, state, provider_code from sms_template where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns a text on which an act is possible, with the provider. */
async function requireTemplate(
  tx: TenantTx,
  { smsUrl }: Kernel['configuration'],
  id: string,
  act: keyof typeof templateTransitions,
): Promise<{ row: SmsTemplateRow; provider: SmsProvider }> {
  const row = await findSmsTemplate(tx, id);
  if (!row) throw notFound(tx.who, smsTemplate.title);
  const reason = disabledReason(templateTransitions, act, row.state);
  if (reason) throw new Refusal(smsRefusal['not-possible'], { reason: reason[tx.who.language] });
  const provider = await providerFor(tx, smsUrl);
  if (!provider) throw new Refusal(smsRefusal['no-provider']);
  return { row, provider };
}

/** Returns what a provider answers; refuses with its words where it does not do as asked, or cannot be reached. */
async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const rule = error instanceof SmsFault || error instanceof Error ? error.message : String(error);
    throw new Refusal(smsRefusal.provider, { answer: rule.slice(0, 300) });
  }
}

/** Submits a text: the provider is called between two transactions. */
export async function submitTemplate(
  kernel: Kernel,
  who: Who,
  id: string,
  record: (tx: TenantTx, row: SmsTemplateRow, code: string) => void,
): Promise<void> {
  const { database, configuration, clock } = kernel;
  const { row, provider } = await database.inTenant(who, (tx) => requireTemplate(tx, configuration, id, 'submit'));
  const { name, content } = row;
  const isAdvertising = row.purpose === 'advertising';
  const code = await answerOf(provider.submit({ name, isAdvertising, content, at: clock.now() }));
  await database.inTenant(who, async (tx) => {
    await tx.query(
      `update sms_template set state = 'submitted', provider = $3, provider_code = $4, reason = null, submitted_at = $5, decided_at = null,
         updated_at = $5, version = version + 1 where tenant_id = $1 and id = $2 and state in ('draft', 'refused')`,
      [tx.tenantId, id, provider.name, code, tx.now],
    );
    record(tx, row, code);
  });
}

/** Asks whether the provider has decided on a text, and notes what it says; returns the text as it was. */
export async function askTemplate(kernel: Kernel, who: Who, id: string): Promise<SmsTemplateRow> {
  const { database, configuration, clock } = kernel;
  const { row, provider } = await database.inTenant(who, (tx) => requireTemplate(tx, configuration, id, 'ask'));
  const isAdvertising = row.purpose === 'advertising';
  const given = { name: row.name, content: row.content, isAdvertising, code: row.providerCode!, at: clock.now() };
  const { state, reason } = await answerOf(provider.decisionOn(given));
  if (state !== 'submitted')
    await database.inTenant(who, async (tx) => {
      const noted = await tx.query(
        `update sms_template set state = $3, reason = $4, decided_at = $5, updated_at = $5, version = version + 1
         where tenant_id = $1 and id = $2 and state = 'submitted' returning id`,
        [tx.tenantId, id, state, reason, tx.now],
      );
      if (noted.length > 0) tx.emit(smsTemplateDecided, { lotId: null, subjectId: id, data: { state } });
    });
  return row;
}

/** Asks for the decisions on all texts that wait for one. */
export const templateDecisions: Sweep = {
  name: 'sms-template-decisions',
  everySeconds: 300,
  async run(kernel) {
    const rows = await kernel.database.system<{ tenantId: number; id: string }>(
      `select tenant_id, id from sms_template where state = 'submitted' order by submitted_at limit 100`,
    );
    // A provider that cannot be reached is asked again by the next round.
    for (const { tenantId, id } of rows)
      await askTemplate(kernel as Kernel, systemWho(tenantId), id).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });
  },
};
