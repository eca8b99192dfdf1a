import { parseYuan } from '@boyun/domain/money';
import { DriverProblem, moneyText, refusalText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { AppPart } from './app-part.view.tsx';
import { ChooseCars } from './choose-cars.view.tsx';
import { driverPost, useDriver } from './driver-call.view.ts';

const PERIODS = {
  month: { zh: '个月', en: 'mo' },
  quarter: { zh: '个季度', en: 'qtr' },
  year: { zh: '年', en: 'yr' },
  custom: { zh: '{days}天', en: '{days} d' },
} as const;

interface OfferWire {
  readonly Id: string;
  readonly Name: string;
  readonly Lots: readonly { readonly Id: string; readonly Name: string }[];
  readonly Period: keyof typeof PERIODS;
  readonly Days: number | null;
  readonly Price: string;
  readonly DailyFrom: string | null;
  readonly DailyTo: string | null;
  readonly PlatesPerPack: number;
  readonly HasReview: boolean;
}

interface OffersWire {
  readonly Today: string;
  readonly Cars: readonly string[];
  readonly Offers: readonly OfferWire[];
}

/** The packs on sale, and buying one. */
export default function BuyPackView() {
  const t = useText();
  const [found, missing] = useDriver<OffersWire>('/api/app/pack/offers');
  const [chosen, setChosen] = useState<string | null>(null);
  const offer = found?.Offers.find((one) => one.Id === chosen);
  return (
    <AppPart
      title={t({ zh: '办理月卡', en: 'Buy a pass' })}
      back="#/of/pack"
      problem={missing}
      isReady={found !== null}
    >
      {found?.Offers.length === 0 && (
        <section className="driver-card driver-blank">
          {t({
            zh: '暂无可在手机上办理的月卡，请到停车场服务台咨询',
            en: 'No passes are sold by phone now. Ask the operator',
          })}
        </section>
      )}
      {found?.Offers.map((one) => (
        <button
          key={one.Id}
          type="button"
          className="driver-card app-offer"
          aria-pressed={one.Id === chosen}
          onClick={() => setChosen(one.Id)}
        >
          <Offer offer={one} />
        </button>
      ))}
      {found && offer && <Buy key={offer.Id} offer={offer} found={found} />}
    </AppPart>
  );
}

/** A period of a pack in words, such as `个月` or `30天`. */
const periodOf = ({ Period, Days }: OfferWire) => ({ label: PERIODS[Period], days: Days ?? 0 });

function Offer({ offer }: { offer: OfferWire }) {
  const t = useText();
  const { label, days } = periodOf(offer);
  const hours =
    offer.DailyFrom && offer.DailyTo ? `${offer.DailyFrom}–${offer.DailyTo}` : t({ zh: '全天', en: 'All day' });
  const lots = offer.Lots.map((one) => one.Name).join(t({ zh: '、', en: ', ' }));
  return (
    <>
      <b>{offer.Name}</b>
      <strong>
        ¥{moneyText(parseYuan(offer.Price))}
        <small> / {t(label, { days })}</small>
      </strong>
      <small>
        {hours}
        {offer.HasReview && ` · ${t({ zh: '付款后由停车场审核', en: 'Checked by the operator once paid' })}`}
      </small>
      <small>{lots}</small>
    </>
  );
}

const COUNTS = [1, 2, 3, 6] as const;

function Buy({ offer, found }: { offer: OfferWire; found: OffersWire }) {
  const t = useText();
  const [lotId, setLotId] = useState(offer.Lots[0]!.Id);
  const [plates, setPlates] = useState<readonly string[]>(found.Cars.slice(0, 1));
  const [day, setDay] = useState(found.Today);
  const [count, setCount] = useState<number>(1);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { label, days } = periodOf(offer);
  const buy = async () => {
    setBusy(true);
    try {
      const body = { PackRuleId: offer.Id, LotId: lotId, Plates: plates, Day: day, Count: count };
      location.assign((await driverPost<{ Path: string }>('/api/app/pack/buy', body)).Path);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  if (found.Cars.length === 0)
    return (
      <section className="driver-card app-none">
        <p>{t({ zh: '月卡只能为已认证的车辆办理', en: 'Passes are for certified cars' })}</p>
        <a className="app-main" href="#/cars">
          {t({ zh: '去认证', en: 'Certify a car' })}
        </a>
      </section>
    );
  return (
    <section className="driver-card">
      <form
        className="driver-form app-buy"
        onSubmit={(event) => {
          event.preventDefault();
          void buy();
        }}
      >
        <ChooseCars cars={found.Cars} chosen={plates} most={offer.PlatesPerPack} onChange={setPlates} />
        {offer.Lots.length > 1 && (
          <label>
            {t({ zh: '办理车场', en: 'Bought at' })}
            <select value={lotId} onChange={(event) => setLotId(event.target.value)}>
              {offer.Lots.map((one) => (
                <option key={one.Id} value={one.Id}>
                  {one.Name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {t({ zh: '开始日期', en: 'First day' })}
          <input type="date" required min={found.Today} value={day} onChange={(event) => setDay(event.target.value)} />
        </label>
        <fieldset className="driver-choices" aria-label={t({ zh: '购买时长', en: 'For' })}>
          {COUNTS.map((one) => (
            <button key={one} type="button" aria-pressed={one === count} onClick={() => setCount(one)}>
              {offer.Period === 'custom' ? t(label, { days: one * days }) : `${one} ${t(label)}`}
            </button>
          ))}
        </fieldset>
        <DriverProblem words={problem} />
        <button type="submit" className="is-main" disabled={isBusy || plates.length === 0 || !day}>
          {t({ zh: '去支付 ¥{yuan}', en: 'Pay ¥{yuan}' }, { yuan: moneyText(parseYuan(offer.Price) * count) })}
        </button>
      </form>
    </section>
  );
}
