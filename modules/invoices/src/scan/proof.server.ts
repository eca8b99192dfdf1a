import { randomInt, timingSafeEqual } from 'node:crypto';
import { pattern } from '@boyun/domain/pattern';
import { normalizePlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import { handleFreely, hashToken, newCode, type TenantTx } from '@boyun/kernel/server';
import { findOwners } from '@boyun/lists/server';
import { isTrial } from '@boyun/money/server';
import { sendDirect } from '@boyun/push/server';
import {
  countPasses,
  countTry,
  findPayment,
  hasWallet,
  insertPass,
  lockPass,
  openPass,
  type PassCount,
} from './pass.queries.ts';
import { proveByCode, proveByPayment, scanRefusal, sendScanCode } from './scan.contract.ts';
import { atCode } from './scan.service.ts';
import { scanCodeSent } from './scan-event.contract.ts';

const MINUTE_MS = 60_000;
/** How long a code that was sent can be entered, and how often wrongly. */
const CODE_MINUTES = 5;
const MOST_TRIES = 5;

/**
 * Attempts at proofs that are allowed within a time. Phones share addresses, so that those of an address are many, and few only where they led
 * to nothing.
 */
const MOST: readonly { readonly minutes: number; readonly most: Partial<PassCount> }[] = [
  { minutes: 1, most: { ofMobile: 1 } },
  { minutes: 10, most: { misses: 10 } },
  { minutes: 60, most: { ofMobile: 5, ofAddress: 40 } },
];

async function requireSeldom(
  tx: TenantTx,
  who: { mobile: string | null; plate: string | null; address: string },
): Promise<void> {
  for (const { minutes, most } of MOST) {
    const count = await countPasses(tx, who, new Date(tx.now.getTime() - minutes * MINUTE_MS));
    for (const [key, limit] of Object.entries(most))
      if (count[key as keyof PassCount] >= limit) throw new Refusal(scanRefusal['too-often']);
  }
}

/** Whether a mobile is that of a plate: of who keeps it in a list, or whose wallet pays for it. */
async function isOfPlate(tx: TenantTx, plate: string, mobile: string): Promise<boolean> {
  const owners = await findOwners(tx, [plate], (phone) => phone === mobile);
  return owners.has(plate) || (await hasWallet(tx, plate, mobile));
}

const sendServer = handleFreely(sendScanCode, (kernel, { code, mobile, plate: given }, { language, address }) =>
  atCode(kernel, code, language, async (tx, opened) => {
    const receipt = opened.kind === 'receipt' ? opened.order : null;
    if (!receipt && opened.kind !== 'place') throw new Refusal(scanRefusal['unknown-code']);
    const plate = receipt ? null : normalizePlate(given ?? '');
    if (!receipt && !pattern.plate.isValid(plate!)) throw new Refusal(scanRefusal['no-plate']);
    await requireSeldom(tx, { mobile, plate, address });
    const isKnown = receipt !== null || (await isOfPlate(tx, plate!, mobile));
    const proofId = tx.newId();
    const secret = String(randomInt(1_000_000)).padStart(6, '0');
    const pass = { id: proofId, plate, mobile, orderId: receipt?.id ?? null, paymentId: null, isKnown, address };
    await insertPass(tx, { ...pass, codeHash: isKnown ? hashToken(secret) : null, passCode: null });
    if (!isKnown) return { proofId, shownCode: null };
    await sendDirect(tx, kernel.jobs, {
      channel: 'sms',
      event: scanCodeSent,
      recipient: mobile,
      values: { code: secret, minutes: String(CODE_MINUTES) },
      isUrgent: true,
    });
    const lotId = receipt?.lotId ?? (opened.kind === 'place' ? opened.place.lotId : null);
    tx.emit(scanCodeSent, { lotId, subjectId: proofId, data: { mobile } });
    tx.audit({
      action: sendScanCode.audit!,
      subjectKind: 'invoice-pass',
      subjectId: proofId,
      subject: mobile,
      lotId,
      after: { plate: receipt?.plate ?? plate, address },
    });
    const isShown = kernel.configuration.smsUrl === null && (await isTrial(tx));
    return { proofId, shownCode: isShown ? secret : null };
  }),
);

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const byCodeServer = handleFreely(proveByCode, async (kernel, { code, proofId, smsCode }, { language, address }) => {
  const pass = await atCode(kernel, code, language, async (tx) => {
    const found = await lockPass(tx, proofId);
    if (!found?.codeHash || found.provenAt) return null;
    const isOpen = found.tryCount < MOST_TRIES && tx.now.getTime() - found.at.getTime() <= CODE_MINUTES * MINUTE_MS;
    if (!isOpen) return null;
    if (!isSame(hashToken(smsCode.trim()), found.codeHash)) {
      await countTry(tx, proofId);
      return null;
    }
    const passCode = newCode(tx);
    await openPass(tx, proofId, passCode);
    tx.audit({
      action: proveByCode.audit!,
      subjectKind: 'invoice-pass',
      subjectId: proofId,
      subject: found.mobile!,
      after: { plate: found.plate, address },
    });
    return passCode;
  });
  // Refused after the commit, so that the attempt stays counted.
  if (!pass) throw new Refusal(scanRefusal['wrong-code']);
  return { pass };
});

const byPaymentServer = handleFreely(
  proveByPayment,
  async (kernel, { code, plate: given, paymentNo }, { language, address }) => {
    const plate = normalizePlate(given);
    const pass = await atCode(kernel, code, language, async (tx, opened) => {
      if (opened.kind !== 'place') throw new Refusal(scanRefusal['unknown-code']);
      await requireSeldom(tx, { mobile: null, plate, address });
      const paymentId = await findPayment(tx, plate, paymentNo.trim());
      const id = tx.newId();
      const passCode = paymentId && newCode(tx);
      const tried = { id, plate, mobile: null, orderId: null, paymentId, isKnown: paymentId !== null, address };
      await insertPass(tx, { ...tried, codeHash: null, passCode });
      if (paymentId)
        tx.audit({
          action: proveByPayment.audit!,
          subjectKind: 'invoice-pass',
          subjectId: id,
          subject: plate,
          lotId: opened.place.lotId,
          after: { paymentNo, address },
        });
      return passCode;
    });
    // Refused after the commit, so that the attempt stays counted.
    if (!pass) throw new Refusal(scanRefusal['not-found']);
    return { pass };
  },
);

/** Proofs of drivers: a code sent to their mobile, or the number of their payment. */
export const proofServers = [sendServer, byCodeServer, byPaymentServer];
