/** What a patrol car has seen, judged: pure rules over facts that the caller has read. */
import { formatYuan } from './money.ts';
import { spotKindWords } from './spot-kind.ts';
import type { Words } from './words.ts';

/** What may be found about a car that is seen on a spot. */
export const FindingKind = {
  arrears: { zh: '历史欠费', en: 'In arrears', tone: 'warn' },
  black: { zh: '黑名单', en: 'Blacklisted', tone: 'bad' },
  overstay: { zh: '超时停放', en: 'Overstaying', tone: 'warn' },
  'wrong-spot': { zh: '占错车位', en: 'Wrong spot', tone: 'warn' },
  'no-order': { zh: '没有订单', en: 'No order', tone: 'bad' },
} as const;
export type FindingKind = keyof typeof FindingKind;

/** A finding with its reason in both languages. */
export type Found = Words & { readonly kind: FindingKind };

/** The facts about a car that was seen. */
export type SightingFacts = {
  readonly atMs: number;
  /** What the plate owes for ended stays. */
  readonly owedFen: number;
  readonly isBlack: boolean;
  readonly isGreen: boolean;
  readonly overstayHours: number;
  /** The stay in the lot at that time; `hasPlace` where its car has a place of its own there. */
  readonly stay: { readonly enteredMs: number; readonly spotNumber: string | null; readonly hasPlace: boolean } | null;
  /** The spot it was seen on, and the plates of those it belongs to. */
  readonly spot: { readonly number: string; readonly kind: string; readonly ownerPlates: readonly string[] } | null;
  readonly plate: string;
};

const HOUR_MS = 3_600_000;

/** Judges a car seen at a place; nothing found is fine. */
export function judgeSighting(facts: SightingFacts): Found[] {
  const { stay, owedFen } = facts;
  const found: Found[] = [];
  if (facts.isBlack) found.push({ kind: 'black', zh: '黑名单车辆停在场内', en: 'A blacklisted car is parked here' });
  if (!stay) found.push({ kind: 'no-order', zh: '停车中，但没有在场订单', en: 'Parked here without an open order' });
  if (owedFen > 0)
    found.push({
      kind: 'arrears',
      zh: `历史欠费 ${formatYuan(owedFen)} 元`,
      en: `Owes ${formatYuan(owedFen)} yuan for earlier stays`,
    });
  const hours = stay ? Math.floor((facts.atMs - stay.enteredMs) / HOUR_MS) : 0;
  if (stay && !stay.hasPlace && hours >= facts.overstayHours)
    found.push({
      kind: 'overstay',
      zh: `已停放 ${hours} 小时，超过 ${facts.overstayHours} 小时`,
      en: `Here for ${hours} h, longer than ${facts.overstayHours} h`,
    });
  const wrong = wrongSpot(facts);
  if (wrong) found.push({ kind: 'wrong-spot', ...wrong });
  return found;
}

/** Why a car may not stand on the spot it is on; null where it may. */
function wrongSpot({ spot, stay, isGreen, plate }: SightingFacts): Words | null {
  if (!spot) return null;
  const words = spotKindWords(spot.kind);
  const { number } = spot;
  if (spot.ownerPlates.length > 0 && !spot.ownerPlates.includes(plate))
    return { zh: `占用 ${number} 号他人${words.zh}`, en: `On ${number}, the ${words.en.toLowerCase()} of another car` };
  if (spot.kind === 'ev' && !isGreen)
    return { zh: `非新能源车占用 ${number} 号${words.zh}`, en: `No electric car, but on the EV spot ${number}` };
  if (stay?.spotNumber && stay.spotNumber !== number)
    return {
      zh: `登记在 ${stay.spotNumber} 号，实际停在 ${number} 号`,
      en: `Recorded on ${stay.spotNumber}, stands on ${number}`,
    };
  return null;
}
