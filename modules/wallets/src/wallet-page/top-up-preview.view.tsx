import { call, Money, moneyText, useText } from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getTopUpOffer } from '../top-up/top-up.contract.ts';
import './wallet.css';

/** Amounts that are topped up often, in fen. */
const USUAL_FEN = [50_00, 100_00, 200_00, 500_00];

/** What a top-up of an amount brings, fetched as it is typed; null until the first answer. */
export function useOffer(walletId: string, amountFen: number | null) {
  const isReal = amountFen !== null && amountFen >= 1 && amountFen <= 10_000_00;
  const asked = useQuery({
    queryKey: ['wallet', walletId, 'offer', isReal ? amountFen : 1],
    queryFn: ({ signal }) =>
      call(getTopUpOffer, { walletId, amountFen: isReal ? amountFen : 1 }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  return { offer: asked.data ?? null, isReal };
}

/** Buttons for usual amounts, and what is in the wallet once the amount and its gift have arrived. */
export function TopUpPreview({
  row,
  values: { amountFen },
  onChoose,
}: {
  row: { readonly id: string };
  values: { readonly amountFen: number | null };
  onChoose: (amountFen: number) => void;
}) {
  const t = useText();
  const { offer, isReal } = useOffer(row.id, amountFen);
  const paidFen = isReal ? (amountFen ?? 0) : 0;
  const giftFen = isReal ? (offer?.giftFen ?? 0) : 0;
  return (
    <>
      <div className="wallet-amounts">
        {USUAL_FEN.map((fen) => (
          <Button key={fen} size="small" type={fen === amountFen ? 'primary' : 'default'} onClick={() => onChoose(fen)}>
            {moneyText(fen)}
          </Button>
        ))}
      </div>
      <dl className="wallet-preview" aria-live="polite">
        <div>
          <dt>{t({ zh: '当前余额', en: 'Balance' })}</dt>
          <dd>
            <Money fen={offer?.balanceFen ?? 0} />
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '赠送', en: 'Gift' })}</dt>
          <dd className={giftFen > 0 ? 'by-tone-good' : 'by-faint'}>
            {giftFen > 0 && offer
              ? t(
                  { zh: '+{gift}（{rule}，{days}天内有效）', en: '+{gift} ({rule}, for {days} days)' },
                  { gift: moneyText(giftFen), rule: offer.ruleName ?? '', days: offer.validDays ?? 0 },
                )
              : t({ zh: '没有符合的赠送规则', en: 'No rule applies' })}
          </dd>
        </div>
        <div className="is-sum">
          <dt>{t({ zh: '到账后余额', en: 'Afterwards' })}</dt>
          <dd>
            <Money fen={(offer?.balanceFen ?? 0) + paidFen + giftFen} isStrong />
          </dd>
        </div>
      </dl>
    </>
  );
}
