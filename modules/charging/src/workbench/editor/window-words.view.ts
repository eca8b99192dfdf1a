import { type Step, type Window, windowName } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { useEditor } from './editor-context.view.ts';

/** Returns a function for the display name of a window. */
export function useWindowName(): (window: Window) => string {
  const t = useText();
  return (window) => t(windowName(window));
}

/** Yuan without trailing zeros. */
function yuan(fen: number): string {
  return fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2);
}

/** Returns a function for the shortest text of a ladder: '3元/小时', '3–10元/30分', '10元/次'. */
export function usePriceWords(): (steps: readonly Step[]) => string {
  const t = useText();
  const { tariff } = useEditor();
  const currency = tariff.currency ?? 'CNY';
  return (steps) => {
    const [first] = steps;
    if (!first) return t({ zh: '免费', en: 'free' });
    const prices = steps.map((step) => step.priceFen);
    const [low, high] = [Math.min(...prices), Math.max(...prices)];
    const amount = low === high ? yuan(low) : `${yuan(low)}–${yuan(high)}`;
    const money = currency === 'CNY' ? t({ zh: '{amount}元', en: '¥{amount}' }, { amount }) : `${currency} ${amount}`;
    const units = new Set(steps.map((step) => step.unitMinutes));
    if (units.size > 1) return money;
    const unit = first.unitMinutes;
    if (unit === undefined) return steps.length > 1 ? money : t({ zh: '{money}/次', en: '{money} once' }, { money });
    if (unit === 60) return t({ zh: '{money}/小时', en: '{money}/h' }, { money });
    const length = unit % 60 === 0 ? unit / 60 : unit;
    const isHours = unit % 60 === 0;
    return t(
      isHours
        ? { zh: '{money}/{length}小时', en: '{money}/{length} h' }
        : { zh: '{money}/{length}分', en: '{money}/{length} min' },
      { money, length },
    );
  };
}
