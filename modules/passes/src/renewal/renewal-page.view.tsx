import './renewal-page.css';
import { parseYuan } from '@boyun/domain/money';
import {
  DriverPage,
  DriverPlaceholder,
  moneyText,
  PlateChip,
  post,
  refusalText,
  timeText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

const PAGE = '/api/pack/renewal/get';
const START = '/api/pack/renewal/start';
/** Periods to choose from. */
const COUNTS = [1, 2, 3, 6] as const;

const PERIODS = {
  month: { zh: '{n}个月', en: '{n} mo' },
  quarter: { zh: '{n}季度', en: '{n} qtr' },
  year: { zh: '{n}年', en: '{n} yr' },
  custom: { zh: '{days}天', en: '{days} d' },
} as const;

interface Renewal {
  readonly LotName: string;
  readonly RuleName: string;
  readonly Plates: readonly string[];
  readonly ValidUntil: string;
  readonly TimeZone: string;
  readonly Period: keyof typeof PERIODS;
  readonly Days: number | null;
  readonly Price: string;
  readonly CanPayOnline: boolean;
  readonly Problem: string | null;
}

/** The page of a reminder's link at `/renew/{code}`: the pack, periods to choose, and on to the payment page. */
export default function RenewalPage({ code }: { code: string }) {
  const t = useText();
  const [found, missing] = useByCode<Renewal>(PAGE, code);
  useEffect(() => {
    document.title = t({ zh: '月卡续费 · 泊云', en: 'Renew a pack · Boyun' });
  }, [t]);
  return <DriverPage>{found ? <Pack code={code} pack={found} /> : <DriverPlaceholder problem={missing} />}</DriverPage>;
}

function Pack({ code, pack }: { code: string; pack: Renewal }) {
  const t = useText();
  // The end is the midnight after the last day.
  const last = timeText(new Date(new Date(pack.ValidUntil).getTime() - 1), 'minute', pack.TimeZone).slice(0, 10);
  return (
    <section className="driver-card">
      <div className="renewal-plates">
        {pack.Plates.map((plate) => (
          <PlateChip key={plate} plate={plate} />
        ))}
      </div>
      <p className="driver-lot">{pack.LotName}</p>
      <dl>
        <div>
          <dt>{t({ zh: '月卡', en: 'Pack' })}</dt>
          <dd>{pack.RuleName}</dd>
        </div>
        <div>
          <dt>{t({ zh: '有效期至', en: 'Valid through' })}</dt>
          <dd>{last}</dd>
        </div>
        <div>
          <dt>{t({ zh: '单价', en: 'Price' })}</dt>
          <dd>¥{moneyText(parseYuan(pack.Price))}</dd>
        </div>
      </dl>
      {pack.Problem || !pack.CanPayOnline ? (
        <p className="renewal-note" role="note">
          {pack.Problem ??
            t({ zh: '本车场不支持线上支付，请到岗亭续费', en: 'Renew it at the booth: no payments by phone' })}
        </p>
      ) : (
        <Choice code={code} pack={pack} />
      )}
    </section>
  );
}

function Choice({ code, pack }: { code: string; pack: Renewal }) {
  const t = useText();
  const priceFen = parseYuan(pack.Price);
  const [count, setCount] = useState<number>(1);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const pay = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await post(START, { Code: code, Count: count }, { isQuiet: true });
      location.assign((data as { Path: string }).Path);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <>
      <fieldset className="renewal-counts">
        <legend>{t({ zh: '续费时长', en: 'Renew for' })}</legend>
        {COUNTS.map((one) => (
          <label key={one}>
            <input type="radio" name="count" checked={one === count} onChange={() => setCount(one)} />
            {t(PERIODS[pack.Period], { n: one, days: one * (pack.Days ?? 0) })}
          </label>
        ))}
      </fieldset>
      {problem && (
        <p className="renewal-note" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="renewal-pay" disabled={isBusy} onClick={() => void pay()}>
        {t({ zh: '去支付 ¥{amount}', en: 'Pay ¥{amount}' }, { amount: moneyText(priceFen * count) })}
      </button>
    </>
  );
}
