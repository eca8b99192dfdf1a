import { type Kernel, type Query, systemWho, type TenantTx } from '@boyun/kernel/server';
import { createTransport } from 'nodemailer';
import { smsProvider } from './provider.service.ts';
import type { Taken } from './sms.service.ts';

/** Name of the job that sends one SMS or mail. */
export const SEND_JOB = 'send-push';

/** Delays in seconds after failed attempts; after the last attempt the send has failed. */
const BACK_OFF_SECONDS = [30, 300, 1800];

/** An SMS or mail to be sent. */
export interface NewSend {
  readonly channel: 'sms' | 'mail';
  readonly event: string;
  readonly recipient: string;
  readonly title: string;
  readonly body: string;
  readonly smsCode?: string | null;
  readonly lotId?: string | null;
  /** Earliest time to send. */
  readonly notBefore?: Date | null;
}

/** Inserts an SMS or mail, queues it and returns its id. */
export async function addSend(tx: TenantTx, jobs: Pick<Kernel['jobs'], 'send'>, send: NewSend): Promise<string> {
  const id = tx.newId();
  const at = send.notBefore ?? tx.now;
  await tx.query(
    `insert into push_send (tenant_id, id, at, lot_id, channel, event, recipient, title, body, sms_code, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      id,
      tx.now,
      send.lotId ?? null,
      send.channel,
      send.event,
      send.recipient,
      send.title,
      send.body,
      send.smsCode ?? null,
      at,
    ],
  );
  const afterSeconds = Math.max(0, Math.ceil((at.getTime() - tx.now.getTime()) / 1000));
  await queueSend(tx, jobs, id, afterSeconds);
  return id;
}

/** Queues an attempt. */
export async function queueSend(
  tx: TenantTx,
  jobs: Pick<Kernel['jobs'], 'send'>,
  sendId: string,
  afterSeconds = 0,
): Promise<void> {
  await jobs.send(tx, SEND_JOB, { tenantId: tx.tenantId, sendId }, { afterSeconds });
}

interface Due {
  readonly channel: 'sms' | 'mail';
  readonly recipient: string;
  readonly title: string;
  readonly body: string;
  readonly smsCode: string | null;
  readonly attemptCount: number;
}

/** A configured channel; null where none is configured. */
export interface Outlet {
  readonly name: string;
  send(due: Due, id: string, at: Date): Promise<Taken>;
}
export type Outlets = Readonly<Record<'sms' | 'mail', Outlet | null>>;

/** Returns the configured outlets. */
export function outletsOf({ smsUrl, mailUrl }: { smsUrl: string | null; mailUrl: string | null }): Outlets {
  const provider = smsProvider(smsUrl);
  return {
    sms: provider && {
      name: provider.name,
      send: ({ recipient, title, body, smsCode }, _id, at) =>
        provider.send({ mobile: recipient, title, content: body, template: smsCode, at }),
    },
    mail: mailUrl ? mailOutlet(mailUrl) : null,
  };
}

function mailOutlet(url: string): Outlet {
  const given = new URL(url);
  const from = given.searchParams.get('from') ?? decodeURIComponent(given.username);
  given.searchParams.delete('from');
  const transport = createTransport(given.href, { from });
  return {
    name: given.hostname,
    async send({ recipient, title, body }, id) {
      // The row id is the message id, so that a mail sent twice is recognized as one.
      const messageId = `<${id}@boyun>`;
      const sent = await transport.sendMail({ to: recipient, subject: title, text: body, messageId });
      return { isTaken: true, id: messageId, answer: sent.response, isWorthRetry: false };
    },
  };
}

type Sending = Pick<Kernel, 'database' | 'clock' | 'jobs'>;

/** Makes one attempt to send a waiting SMS or mail; does nothing if it is no longer waiting or not due yet. */
export async function trySend(kernel: Sending, tenantId: number, sendId: string, outlets: Outlets): Promise<void> {
  const { database, clock } = kernel;
  const who = systemWho(tenantId);
  const [due] = await database.inTenant(
    who,
    ({ query, now }) =>
      query<Due>(
        `select channel, recipient, title, body, sms_code, attempt_count from push_send
         where tenant_id = $1 and id = $2 and state = 'waiting' and next_at <= $3::timestamptz + interval '5 seconds'`,
        [tenantId, sendId, now],
      ),
    { isRead: true },
  );
  if (!due) return;
  const outlet = outlets[due.channel];
  const taken = outlet && (await outlet.send(due, sendId, clock.now()).catch(notReached));
  await database.inTenant(who, async (tx) => {
    if (!outlet || !taken) return note(tx.query, tenantId, sendId, { state: 'kept' });
    const part = { provider: outlet.name, providerId: taken.id, answer: taken.answer.slice(0, 500) };
    if (taken.isTaken) return note(tx.query, tenantId, sendId, { ...part, state: 'sent', sentAt: tx.now });
    const seconds = taken.isWorthRetry ? BACK_OFF_SECONDS[due.attemptCount] : undefined;
    if (seconds === undefined) return note(tx.query, tenantId, sendId, { ...part, state: 'failed' });
    const nextAt = new Date(tx.now.getTime() + seconds * 1000);
    await note(tx.query, tenantId, sendId, { ...part, state: 'waiting', nextAt });
    await queueSend(tx, kernel.jobs, sendId, seconds);
  });
}

/** An unreachable service is temporary; a mail address the server rejects permanently is not retried. */
function notReached(error: Error & { responseCode?: number }): Taken {
  const isForGood = error.responseCode !== undefined && error.responseCode >= 500;
  return { isTaken: false, id: null, answer: error.message, isWorthRetry: !isForGood };
}

interface Note {
  readonly state: 'waiting' | 'sent' | 'failed' | 'kept';
  readonly provider?: string;
  readonly providerId?: string | null;
  readonly answer?: string;
  readonly nextAt?: Date;
  readonly sentAt?: Date;
}

async function note(query: Query, tenantId: number, id: string, what: Note): Promise<void> {
  await query(
    `update push_send set state = $3, provider = $4, provider_id = $5, answer = $6, next_at = $7, sent_at = $8,
       attempt_count = attempt_count + 1
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      id,
      what.state,
      what.provider ?? null,
      what.providerId ?? null,
      what.answer ?? null,
      what.nextAt ?? null,
      what.sentAt ?? null,
    ],
  );
}
