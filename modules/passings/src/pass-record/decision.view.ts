import type { Label, ReportRow, Tone } from '@boyun/kernel/contract';
import { Decision, type passingList } from '../passing/passing.contract.ts';

/** A car that waited and went away before anybody decided about it. */
const UNDECIDED = { zh: '未处理', en: 'Not decided' };

/** The decision about a car as a word with its colour: only a car that is still there waits. */
export function decisionOf({ decision, isWaiting }: Pick<ReportRow<typeof passingList>, 'decision' | 'isWaiting'>): {
  readonly tone: Tone;
  readonly label: Label;
} {
  if (decision === 'hold' && !isWaiting) return { tone: 'neutral', label: UNDECIDED };
  return { tone: Decision[decision].tone, label: Decision[decision] };
}
