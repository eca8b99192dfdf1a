import { useText } from '@boyun/kernel/web';
import { type EffectOf, effectWords } from './effect.contract.ts';

/** What a coupon takes off, in a few words. */
export function Effect({ row }: { row: EffectOf }) {
  return <span>{useText()(effectWords(row))}</span>;
}
