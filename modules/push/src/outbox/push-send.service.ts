import type { Readable } from 'node:stream';
import { type Kernel, type Query, systemWho, type TenantTx } from '@boyun/kernel/server';
import { createTransport } from 'nodemailer';
import { mayAdvertiseTo } from './advertising.service.ts';
import { sandboxOf, smsProvider } from './provider.service.ts';
import type { SmsProvider, Taken } from './sms.service.ts';

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
  /** The values of an approved template, in their order. */
  readonly smsValues?: Readonly<Record<string, string>> | null;
  /** Sent only to those who agreed to advertising. */
  readonly isAdvertising?: boolean;
  /** Earliest time to send. */
  readonly notBefore?: Date | null;
  /** A stored file to attach to a mail. */
  readonly file?: { readonly key: string; readonly name: string };
}

/** Inserts an SMS or mail, queues it and returns its id. */
export async function addSend(tx: TenantTx, jobs: Pick<Kernel['jobs'], 'send'>, send: NewSend): Promise<string> {
  const id = tx.newId();
  const at = send.notBefore ?? tx.now;
  await tx.query(
    `insert into push_send (tenant_id, id, at, lot_id, channel, event, recipient, title, body, sms_code, next_at,
       file_key, file_name, sms_values, is_advertising)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
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
      send.file?.key ?? null,
      send.file?.name ?? null,
      send.smsValues ? JSON.stringify(send.smsValues) : null,
      send.isAdvertising ?? false,
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
  readonly smsValues: Readonly<Record<string, string>> | null;
  readonly isAdvertising: boolean;
  readonly attemptCount: number;
  readonly fileKey: string | null;
  readonly fileName: string | null;
}

/** A file of a mail. */
interface Attachment {
  readonly filename: string;
  readonly content: Readable;
}

/** A configured channel; null where none is configured. */
export interface Outlet {
  readonly name: string;
  send(due: Due, id: string, at: Date, attachment: Attachment | null): Promise<Taken>;
}
export type Outlets = Readonly<Record<'sms' | 'mail', Outlet | null>>;

/** Returns the configured outlets. */
export function outletsOf({ smsUrl, mailUrl }: { smsUrl: string | null; mailUrl: string | null }): Outlets {
  const provider = smsProvider(smsUrl);
  return {
    sms: provider && {
      name: provider.name,
      send: (due, _id, at) => sendBy(provider, due, at),
    },
    mail: mailUrl ? mailOutlet(mailUrl) : null,
  };
}

const sendBy = (provider: SmsProvider, { recipient, title, body, smsCode, smsValues: values }: Due, at: Date) =>
  provider.send({ mobile: recipient, title, content: body, template: smsCode, values, at });

/** Where a waiting send goes; texts of templates go to the sandbox of a trial tenant where there is no provider. */
async function outletFor(tx: TenantTx, due: Due, outlets: Outlets): Promise<Outlet | null> {
  const outlet = outlets[due.channel];
  if (outlet || due.channel !== 'sms' || !due.smsValues) return outlet;
  const sandbox = await sandboxOf(tx);
  return sandbox && { name: sandbox.name, send: (one, _id, at) => sendBy(sandbox, one, at) };
}

function mailOutlet(url: string): Outlet {
  const given = new URL(url);
  const from = given.searchParams.get('from') ?? decodeURIComponent(given.username);
  given.searchParams.delete('from');
  const transport = createTransport(given.href, { from });
  return {
    name: given.hostname,
    async send({ recipient, title, body }, id, _at, attachment) {
      // The row id is the message id, so that a mail sent twice is recognized as one.
      const messageId = `<${id}@boyun>`;
      const sent = await transport.sendMail({
        to: recipient,
        subject: title,
        text: body,
        messageId,
        ...(attachment ? { attachments: [attachment] } : {}),
      });
      return { isTaken: true, id: messageId, answer: sent.response, isWorthRetry: false };
    },
  };
}

type Sending = Pick<Kernel, 'database' | 'clock' | 'jobs' | 'files'>;

/** Makes one attempt to send a waiting SMS or mail; does nothing if it is no longer waiting or not due yet. */
export async function trySend(kernel: Sending, tenantId: number, sendId: string, outlets: Outlets): Promise<void> {
  const { database, clock } = kernel;
  const who = systemWho(tenantId);
  const found = await database.inTenant(
    who,
    async (tx) => {
      const [due] = await tx.query<Due>(
        `select channel, recipient, title, body, sms_code, sms_values, is_advertising, attempt_count, file_key, file_name
         from push_send
         where tenant_id = $1 and id = $2 and state = 'waiting' and next_at <= $3::timestamptz + interval '5 seconds'`,
        [tenantId, sendId, tx.now],
      );
      if (!due) return null;
      return {
        due,
        isBarred: due.isAdvertising && !(await mayAdvertiseTo(tx, due.recipient)),
        outlet: await outletFor(tx, due, outlets),
      };
    },
    { isRead: true },
  );
  if (!found) return;
  const { due, isBarred, outlet } = found;
  if (isBarred)
    return database.inTenant(who, (tx) => note(tx.query, tenantId, sendId, { state: 'failed', answer: '已退订' }));
  const taken =
    outlet &&
    (await attachmentOf(kernel, due)
      .then((attachment) => outlet.send(due, sendId, clock.now(), attachment))
      .catch(notReached));
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

/** Opens the file of a mail; throws when it is no longer kept. */
async function attachmentOf({ files }: Sending, { fileKey, fileName }: Due): Promise<Attachment | null> {
  if (!fileKey) return null;
  const content = await files.open(fileKey);
  if (!content) throw Object.assign(new Error(`the file ${fileName} is no longer kept`), { responseCode: 550 });
  return { filename: fileName!, content };
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
