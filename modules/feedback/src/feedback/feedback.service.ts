import { createHash } from 'node:crypto';
import { isPlate } from '@boyun/domain/plate';
import { requireLot, zoneOfLot } from '@boyun/facilities/server';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import {
  contentType,
  coversLot,
  type Kernel,
  newCode,
  notFound,
  serialNumber,
  type TenantTx,
  type Upload,
} from '@boyun/kernel/server';
import { sendDirect } from '@boyun/push/server';
import { MOST_PICTURES } from './driver-feedback.contract.ts';
import { type FeedbackKind, feedbackRefusal, feedbackTransitions } from './feedback.contract.ts';
import { type Feedback, findFeedback, findSource, picturesOf } from './feedback.queries.ts';
import {
  feedbackAnswered,
  feedbackClaimed,
  feedbackClosed,
  feedbackPictureAdded,
  feedbackReceived,
} from './feedback-event.contract.ts';

/** Maximum of open feedback per code: of a stay or booking, and of a code displayed in a lot. */
const MOST_OPEN = { own: 3, shared: 100 };

/** Input of a driver's feedback. */
export interface Writing {
  readonly code: string;
  readonly requestKey: string;
  readonly kind: FeedbackKind;
  readonly content: string;
  readonly plate: string | null;
  readonly mobile: string | null;
}

/** The values that every event of a feedback contains. */
const factsOf = ({ id, feedbackNo, kind, plate }: Pick<Feedback, 'id' | 'feedbackNo' | 'kind' | 'plate'>) => ({
  feedbackId: id,
  number: feedbackNo,
  feedbackKind: kind,
  plate,
});

/** Creates a feedback; a repeated request key returns the existing one. */
export async function write(
  tx: TenantTx,
  writing: Writing,
): Promise<{ code: string; isNew: boolean; feedbackNo: string; id: string }> {
  const { code: sourceCode, requestKey, kind, content, plate, mobile } = writing;
  // Serialises submissions with the same code.
  await tx.lock(`feedback ${sourceCode}`);
  const source = await findSource(tx, sourceCode);
  if (!source) throw new Refusal(feedbackRefusal['unknown-code']);
  const before = await findFeedback(tx, 'request_key', requestKey, false);
  if (before) return { ...before, isNew: false };
  if (plate && !isPlate(plate)) {
    const { zh, en } = feedbackRefusal['bad-plate'];
    throw new Refusal(feedbackRefusal['bad-plate'], {}, [{ path: 'Plate', zh, en }]);
  }
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from feedback
     where tenant_id = $1 and source_code = $2 and state in ('new', 'claimed')`,
    [tx.tenantId, sourceCode],
  );
  const most = source.isShared ? MOST_OPEN.shared : MOST_OPEN.own;
  if (open!.count >= most) throw new Refusal(feedbackRefusal['too-many'], { count: most });
  const id = tx.newId();
  const code = newCode(tx);
  const feedbackNo = serialNumber('F', tx.now, await zoneOfLot(tx, source.lotId), { digits: 6 });
  await tx.query(
    `insert into feedback (tenant_id, id, feedback_no, code, source_code, request_key, lot_id, order_id, created_at, kind,
       content, plate, mobile)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      id,
      feedbackNo,
      code,
      sourceCode,
      requestKey,
      source.lotId,
      source.orderId,
      tx.now,
      kind,
      content,
      plate,
      mobile,
    ],
  );
  tx.emit(feedbackReceived, {
    lotId: source.lotId,
    subjectId: id,
    data: { ...factsOf({ id, feedbackNo, kind, plate }), content: content.slice(0, 200) },
  });
  return { code, isNew: true, feedbackNo, id };
}

/** Adds a picture to a feedback. Returns the number of its pictures and whether this one is new. */
export async function addPicture(
  tx: TenantTx,
  { files }: Pick<Kernel, 'files'>,
  code: string,
  file: Upload | null,
): Promise<{ row: Feedback; pictureCount: number; isNew: boolean }> {
  const row = await findFeedback(tx, 'code', code, true);
  if (!row) throw new Refusal(feedbackRefusal['unknown-code']);
  const ending = file && contentType(file.bytes);
  if (!file || (ending !== 'jpg' && ending !== 'png')) throw new Refusal(feedbackRefusal['no-picture']);
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const [same] = await tx.query<{ id: string }>(
    'select id from feedback_picture where tenant_id = $1 and feedback_id = $2 and digest = $3',
    [tx.tenantId, row.id, digest],
  );
  const { length } = await picturesOf(tx, row.id);
  if (same) return { row, pictureCount: length, isNew: false };
  if (row.state !== 'new') throw new Refusal(feedbackRefusal['picture-late']);
  if (length >= MOST_PICTURES) throw new Refusal(feedbackRefusal['picture-over'], { count: MOST_PICTURES });
  const id = tx.newId();
  const key = `${tx.tenantId}/feedback/${tx.now.toISOString().slice(0, 10)}/${id}.${ending}`;
  await files.put(key, file.bytes);
  await tx.query(
    'insert into feedback_picture (tenant_id, id, feedback_id, at, key, digest) values ($1, $2, $3, $4, $5, $6)',
    [tx.tenantId, id, row.id, tx.now, key, digest],
  );
  tx.emit(feedbackPictureAdded, { lotId: row.lotId, subjectId: row.id, data: { ...factsOf(row), key } });
  return { row, pictureCount: length + 1, isNew: true };
}

/** A feedback in the caller's scope, locked when `isLocked`; throws not-found otherwise. */
export async function requireFeedback(tx: TenantTx, id: string, isLocked: boolean): Promise<Feedback> {
  const row = await findFeedback(tx, 'id', id, isLocked);
  const isHidden = tx.who.isOwnOnly && row?.claimedBy && row.claimedBy !== tx.who.userId;
  if (!row || !coversLot(tx.who, row.lotId) || isHidden) throw notFound(tx.who, { zh: '意见反馈', en: 'Feedback' });
  return row;
}

/** A feedback, locked; refuses if its state does not allow the act or another account has claimed it. */
async function lockFor(tx: TenantTx, id: string, act: keyof typeof feedbackTransitions): Promise<Feedback> {
  const row = await requireFeedback(tx, id, true);
  const reason = disabledReason(feedbackTransitions, act, row.state);
  if (reason) throw new Refusal(feedbackRefusal['not-possible'], { reason: reason[tx.who.language] });
  const isMine = row.claimedBy === tx.who.userId;
  if (act === 'take-over' && isMine) throw new Refusal(feedbackRefusal['yours-already']);
  if ((act === 'answer' || act === 'close') && row.state === 'claimed' && !isMine)
    throw new Refusal(feedbackRefusal['not-yours'], { name: row.claimedByName });
  return row;
}

/** Claims a feedback for the caller, or takes it over. Returns it as it was before. */
export async function claim(tx: TenantTx, id: string, isTakenOver: boolean): Promise<Feedback> {
  const row = await lockFor(tx, id, isTakenOver ? 'take-over' : 'claim');
  await tx.query(
    `update feedback set state = 'claimed', claimed_by = $3, claimed_by_name = $4, claimed_at = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.who.userId, tx.who.name, tx.now],
  );
  tx.emit(feedbackClaimed, { lotId: row.lotId, subjectId: row.id, data: factsOf(row) });
  return row;
}

/** Replies to a driver, also by SMS if a mobile number is known. */
export async function answerDriver(
  tx: TenantTx,
  { jobs }: Pick<Kernel, 'jobs'>,
  id: string,
  text: string,
): Promise<{ row: Feedback; hasSms: boolean }> {
  const row = await lockFor(tx, id, 'answer');
  const hasSms = row.mobile !== null;
  await tx.query(
    `insert into feedback_answer (tenant_id, id, feedback_id, at, text, actor_name, has_sms)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, tx.newId(), row.id, tx.now, text, tx.who.name, hasSms],
  );
  await tx.query(`update feedback set state = 'answered' where tenant_id = $1 and id = $2`, [tx.tenantId, row.id]);
  if (row.mobile) {
    const { name: lot } = await requireLot(tx, row.lotId);
    const values = { lot, number: row.feedbackNo, answer: text, plate: row.plate ?? '' };
    await sendDirect(tx, jobs, { channel: 'sms', event: feedbackAnswered, recipient: row.mobile, values });
  }
  const data = { ...factsOf(row), answer: text, byName: tx.who.name };
  tx.emit(feedbackAnswered, { lotId: row.lotId, subjectId: row.id, data });
  return { row, hasSms };
}

/** Closes a feedback. Returns it as it was before. */
export async function close(tx: TenantTx, id: string, note: string): Promise<Feedback> {
  const row = await lockFor(tx, id, 'close');
  await tx.query(
    `update feedback set state = 'closed', closed_at = $3, closed_by_name = $4, close_note = $5
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, tx.now, tx.who.name, note],
  );
  tx.emit(feedbackClosed, { lotId: row.lotId, subjectId: row.id, data: factsOf(row) });
  return row;
}
