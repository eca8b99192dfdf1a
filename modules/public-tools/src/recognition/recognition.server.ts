import { Refusal } from '@boyun/kernel/contract';
import { byPlate, contentType, handle, handleFreely, serveReport } from '@boyun/kernel/server';
import type { ReaderAnswer } from './reader.service.ts';
import { getRecognitionUsage, recognisePlate, recognitionList, recognitionRefusal } from './recognition.contract.ts';
import { beginRecognition, endRecognition, findEnabled, usageByMonth } from './recognition.queries.ts';
import { plateRecognised } from './recognition-event.contract.ts';

const recogniseServer = handleFreely(recognisePlate, async (kernel, _input, { who, file }) => {
  const ending = file && contentType(file.bytes);
  if (!file || (ending !== 'jpg' && ending !== 'png')) throw new Refusal(recognitionRefusal['no-picture']);
  const { bytes, name } = file;
  const { database, clock } = kernel;
  const begun = await database.inTenant(who!, (tx) => beginRecognition(tx, kernel, { bytes, ending }));
  // Between the transactions: nothing is locked while the service reads.
  const startedMs = performance.now();
  const unreached = (error: Error): ReaderAnswer => ({ readings: [], fault: error.message, isBilled: false });
  const answer = await begun.reader({ bytes, ending, name, at: clock.now() }).catch(unreached);
  const tookMs = Math.round(performance.now() - startedMs);
  return database.inTenant(who!, async (tx) => {
    const { id, key } = begun;
    const state = await endRecognition(tx, id, answer, tookMs);
    const [first, ...others] = answer.readings;
    const plate = first?.plate ?? null;
    tx.emit(plateRecognised, { subjectId: id, data: { state, plate } });
    tx.audit({
      action: recognisePlate.audit!,
      subjectKind: 'recognition',
      subjectId: id,
      subject: plate ?? name.slice(0, 60),
      after: { state, plate },
    });
    const { color = null, confidence = null, box = null } = first ?? {};
    return { id, state, picture: key, plate, color, confidence, box, others, answer: answer.fault, tookMs };
  });
});

const usageServer = handle(getRecognitionUsage, async (tx) => {
  const enabled = await findEnabled(tx);
  return {
    provider: enabled?.provider ?? null,
    isReady: enabled !== null && (enabled.provider === 'sandbox' || enabled.sealed !== null),
    monthlyLimit: enabled?.monthlyLimit ?? null,
    months: await usageByMonth(tx),
  };
});

/** Reading plates, and what it costs. */
export const recognitionOperations = [recogniseServer, usageServer];

/** The recognitions; accounts limited to their own records see their own. */
export const recognitionReport = serveReport(recognitionList, {
  from: 'recognition',
  as: 'r',
  lot: null,
  own: 'r.account_id = ?',
  period: 'r.at',
  filters: { plate: byPlate('r.plate') },
  columns: { color: 'r.plate_color' },
  order: 'r.at desc, r.id desc',
});
