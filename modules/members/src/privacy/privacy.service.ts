import { maskPhone, Refusal } from '@boyun/kernel/contract';
import { type Jobs, type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { findWalletOf } from '@boyun/wallets/server';
import { findByMobile, findCustomer, setState } from '../customer/customer.queries.ts';
import { findHeldCars, type Holder } from '../own/holder.service.ts';
import { findOwnArrears, findOwnStays } from '../own/own-stay.service.ts';
import { endSessionsOf } from '../session/driver-session.service.ts';
import { lastKeptDay, type PersonalData, personalData } from './personal-data.service.ts';
import { type DataOutcome, privacyRefusal, type RequestKind } from './privacy.contract.ts';
import { privacyRequestDone } from './privacy-event.contract.ts';

/** The job that carries requests out. */
const PRIVACY_JOB = 'privacy-request';

/** A line of a report. */
export interface ReportLine {
  readonly titleZh: string;
  readonly titleEn: string;
  readonly count: number;
  readonly outcome: keyof typeof DataOutcome;
  readonly basisZh: string | null;
  readonly basisEn: string | null;
  readonly keptUntil: string | null;
}

/** Who entered a request for a person, and how the person was known. */
interface Entering {
  readonly enteredBy: string;
  readonly enteredById: string | null;
  readonly note: string;
}

/** Files a request of a person, to be carried out by a job. */
export async function file(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  holder: Holder,
  kind: keyof typeof RequestKind,
  by: Entering | null = null,
): Promise<string> {
  const id = tx.newId();
  const [made] = await tx.query(
    `insert into privacy_request (tenant_id, id, customer_id, masked_mobile, kind, asked_at, entered_by, note, entered_by_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, customer_id, kind) where state = 'waiting' do nothing returning id`,
    [
      tx.tenantId,
      id,
      holder.customerId,
      maskPhone(holder.mobile),
      kind,
      tx.now,
      by?.enteredBy ?? null,
      by?.note ?? null,
      by?.enteredById ?? null,
    ],
  );
  if (!made) throw new Refusal(privacyRefusal['under-way']);
  await jobs.send(tx, PRIVACY_JOB, { tenantId: tx.tenantId, requestId: id });
  return id;
}

/** Refuses the deletion of an account with open matters: a car inside, money owed, money left. */
export async function requireDeletable(tx: TenantTx, holder: Holder): Promise<void> {
  if ((await findOwnStays(tx, holder.cars)).length > 0) throw new Refusal(privacyRefusal['car-inside']);
  if ((await findOwnArrears(tx, holder.cars)).some((one) => one.path !== null)) throw new Refusal(privacyRefusal.owes);
  const balanceFen = (await findWalletOf(tx, holder.mobile))?.balanceFen ?? 0;
  if (balanceFen > 0) throw new Refusal(privacyRefusal['has-money']);
}

/** Closes an account to its owner until the job has deleted it. */
export async function closeAccount(tx: TenantTx, customerId: string): Promise<void> {
  await setState(tx, customerId, 'frozen');
  await endSessionsOf(tx, customerId);
}

const kindsOf = (tx: TenantTx) => tx.slots.all(personalData).toSorted((a, b) => a.place - b.place);

const lineOf = (
  { title }: PersonalData,
  count: number,
  outcome: ReportLine['outcome'],
  kept: Pick<ReportLine, 'basisZh' | 'basisEn' | 'keptUntil'> = { basisZh: null, basisEn: null, keptUntil: null },
): ReportLine => ({ titleZh: title.zh, titleEn: title.en, count, outcome, ...kept });

/** Writes everything of a person into a file; returns its key and how much of what is in it. */
async function collect(tx: TenantTx, holder: Holder, requestId: string, { files }: Pick<Kernel, 'files'>) {
  const content: Record<string, readonly object[]> = {};
  const lines: ReportLine[] = [];
  for (const one of kindsOf(tx)) {
    const rows = await one.read(tx, holder);
    content[one.key] = rows;
    lines.push(lineOf(one, rows.length, 'given'));
  }
  const fileKey = `${tx.tenantId}/privacy/${tx.now.toISOString().slice(0, 10)}/${requestId}.json`;
  await files.put(fileKey, Buffer.from(JSON.stringify({ at: tx.now, ...content }, null, 2)));
  return { fileKey, lines };
}

/** Erases what need not be kept of a person; returns what was erased and what is kept. The account goes last. */
async function erase(tx: TenantTx, holder: Holder, kernel: Pick<Kernel, 'files'>) {
  const lines: ReportLine[] = [];
  for (const one of kindsOf(tx).reverse()) {
    if ('keep' in one) {
      const rows = await one.read(tx, holder);
      const { zh: basisZh, en: basisEn } = one.keep.basis;
      lines.push(lineOf(one, rows.length, 'kept', { basisZh, basisEn, keptUntil: lastKeptDay(one, rows) }));
    } else lines.push(lineOf(one, await one.erase(tx, holder, kernel), one.outcome));
  }
  return { fileKey: null, lines: lines.filter((one) => one.count > 0) };
}

/** Returns a customer as the holder of the own data; null where there is no account any more. */
async function findHolder(tx: TenantTx, customerId: string): Promise<Holder | null> {
  const row = await findCustomer(tx, customerId);
  return row?.mobile ? { customerId, mobile: row.mobile, cars: await findHeldCars(tx, customerId) } : null;
}

/** Returns the holder of a mobile; refuses a number that is nobody's. */
export async function requireHolder(tx: TenantTx, mobile: string): Promise<Holder> {
  const row = await findByMobile(tx, mobile);
  if (!row) throw new Refusal(privacyRefusal['no-customer']);
  return { customerId: row.id, mobile, cars: await findHeldCars(tx, row.id) };
}

/** Carries a request out, once. */
export async function carryOut(kernel: Kernel, given: Record<string, unknown>): Promise<void> {
  const [tenantId, requestId] = [Number(given.tenantId), String(given.requestId)];
  await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const [row] = await tx.query<{ customerId: string; kind: keyof typeof RequestKind }>(
      `select customer_id, kind from privacy_request where tenant_id = $1 and id = $2 and state = 'waiting' for update`,
      [tenantId, requestId],
    );
    if (!row) return;
    const holder = await findHolder(tx, row.customerId);
    const work = (of: Holder) => (row.kind === 'access' ? collect(tx, of, requestId, kernel) : erase(tx, of, kernel));
    const { fileKey, lines } = holder ? await work(holder) : { fileKey: null, lines: [] };
    await tx.query(
      `update privacy_request set state = 'done', done_at = $3, file_key = $4, report = $5 where tenant_id = $1 and id = $2`,
      [tenantId, requestId, tx.now, fileKey, JSON.stringify(lines)],
    );
    const count = lines.reduce((sum, one) => sum + one.count, 0);
    tx.emit(privacyRequestDone, { lotId: null, subjectId: requestId, data: { count } });
  });
}

/** Works the requests off. */
export const workRequests = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(PRIVACY_JOB, (data) => carryOut(kernel, data));
