import { formatYuan } from '@boyun/domain/money';
import type { ShareTerms } from '@boyun/domain/settlement';
import type { Language } from '@boyun/kernel/contract';

const percentOf = (basisPoints: number) => `${Number((basisPoints / 100).toFixed(2))}%`;

/** What a sub-merchant gets, in words. */
export function describeTerms(terms: ShareTerms, language: Language): string {
  const isChinese = language === 'zh';
  switch (terms.kind) {
    case 'percent':
      return isChinese ? `净额的${percentOf(terms.basisPoints)}` : `${percentOf(terms.basisPoints)} of the net`;
    case 'rent':
      return isChinese ? `每月租金${formatYuan(terms.rentFen)}元` : `${formatYuan(terms.rentFen)} yuan a month`;
    case 'tiers': {
      const bands = terms.tiers.map(({ fromFen, basisPoints }) => {
        const from = formatYuan(fromFen);
        return isChinese ? `${from}元起${percentOf(basisPoints)}` : `${percentOf(basisPoints)} from ${from}`;
      });
      return isChinese ? `月累计净额${bands.join('，')}` : `of the net of a month ${bands.join(', ')}`;
    }
  }
}
