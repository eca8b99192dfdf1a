import { disabledReason, Refusal, type Row } from '@boyun/kernel/contract';
import { handleFreely, serveResource } from '@boyun/kernel/server';
import { providerFor } from '../outbox/provider.service.ts';
import {
  askSmsTemplate,
  getSmsBalance,
  smsRefusal,
  smsTemplate,
  submitSmsTemplate,
  templateTransitions,
} from './sms-template.contract.ts';
import { askTemplate, requireText, type SmsTemplateRow, submitTemplate } from './sms-template.service.ts';
import { smsTemplateSubmitted } from './sms-template-event.contract.ts';

/** Texts of SMS; one that the provider has is not changed. */
export const smsTemplateServer = serveResource(smsTemplate, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof smsTemplate>;
    const reason = before && disabledReason(templateTransitions, 'edit', row.state);
    if (reason) throw new Refusal(smsRefusal['not-possible'], { reason: reason[tx.who.language] });
    requireText(row.purpose, row.content);
    return values;
  },
});

const subjectOf = ({ id, name }: SmsTemplateRow) => ({ subjectKind: smsTemplate.name, subjectId: id, subject: name });

/** What is done with texts at the provider, and what is left there. */
export const smsTemplateServers = [
  handleFreely(submitSmsTemplate, async (kernel, { smsTemplateId }, { who }) => {
    await submitTemplate(kernel, who!, smsTemplateId, (tx, row, code) => {
      tx.emit(smsTemplateSubmitted, { lotId: null, subjectId: row.id, data: {} });
      tx.audit({ action: submitSmsTemplate.audit!, ...subjectOf(row), after: { providerCode: code } });
    });
    return {};
  }),
  handleFreely(askSmsTemplate, async (kernel, { smsTemplateId }, { who }) => {
    const row = await askTemplate(kernel, who!, smsTemplateId);
    await kernel.database.inTenant(who!, async (tx) =>
      tx.audit({ action: askSmsTemplate.audit!, ...subjectOf(row), after: {} }),
    );
    return {};
  }),
  handleFreely(getSmsBalance, async ({ database, configuration, clock }, _, { who }) => {
    const provider = await database.inTenant(who!, (tx) => providerFor(tx, configuration.smsUrl), { isRead: true });
    const none = { provider: provider?.name ?? null, leftCount: null, leftFen: null };
    if (!provider) return { ...none, fault: null };
    try {
      return { ...none, ...(await provider.balance(clock.now())), fault: null };
    } catch (error) {
      return { ...none, fault: (error as Error).message.slice(0, 300) };
    }
  }),
];
