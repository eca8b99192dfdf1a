import type { Label, Listed, Output, Tone } from '@boyun/kernel/contract';
import { BindingOddity, type bindingConflicts, type chargeBinding } from './charge-binding.contract.ts';

/** A binding as listed. */
export type Binding = Listed<typeof chargeBinding>;
/** A finding about a binding in one lot, as returned by the server. */
export type Conflict = Output<typeof bindingConflicts>['conflicts'][number];
/** A finding as shown: a coloured word and a sentence. */
export type Oddity = { readonly key: string; readonly word: Label & { tone: Tone }; readonly sentence: Label };

const weights: readonly Tone[] = ['bad', 'warn', 'neutral', 'info', 'good'];

/**
 * Returns the findings, most severe first. A rule for an area or for all lots is meant to be overridden in some of them,
 * so such findings are merged into one line per binding.
 */
export function odditiesOf(conflicts: readonly Conflict[], bindings: readonly Binding[]): Oddity[] {
  const found: Oddity[] = [];
  const wide = new Map<Binding, Set<string>>();
  for (const one of conflicts) {
    const binding = bindings.find(({ id }) => id === one.bindingId);
    if (binding && !binding.lotId && one.lotId) wide.set(binding, (wide.get(binding) ?? new Set()).add(one.lotId));
    else found.push({ key: one.bindingId, word: BindingOddity[one.kind], sentence: { zh: one.zh, en: one.en } });
  }
  for (const [binding, lots] of wide) {
    const where = binding.areaName
      ? { zh: `片区“${binding.areaName}”`, en: `area "${binding.areaName}"` }
      : { zh: '全部车场', en: 'all lots' };
    found.push({
      key: binding.id,
      word: {
        zh: `${lots.size}个车场另有规则`,
        en: `Others in ${lots.size} ${lots.size === 1 ? 'lot' : 'lots'}`,
        tone: 'info',
      },
      sentence: {
        zh: `“${binding.chargeRuleName}”（${where.zh}）：有${lots.size}个车场按更具体的绑定收费`,
        en: `"${binding.chargeRuleName}" (${where.en}): ${lots.size === 1 ? '1 lot uses' : `${lots.size} lots use`} more specific bindings`,
      },
    });
  }
  return found.sort((a, b) => weights.indexOf(a.word.tone) - weights.indexOf(b.word.tone));
}
