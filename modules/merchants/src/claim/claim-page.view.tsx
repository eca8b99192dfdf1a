import './claim-page.css';
import {
  DriverPage,
  DriverPlaceholder,
  PlateChip,
  PlateInput,
  post,
  refusalText,
  TimeText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

const PAGE = '/api/merchantClaim/get';
const CLAIM = '/api/merchantClaim/claim';
/** The shortest plate that can be complete. */
const COMPLETE = 7;

interface Offer {
  readonly MerchantName: string;
  readonly DiscountName: string;
}
interface Claimed {
  readonly DiscountName: string;
  readonly Plate: string;
  readonly ValidUntil: string;
}

/** The page of a merchant's code at `/claim/{code}`: a plate, and the discount is granted to it. */
export default function ClaimPage({ code }: { code: string }) {
  const t = useText();
  const [offer, missing] = useByCode<Offer>(PAGE, code);
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  useEffect(() => {
    document.title = t({ zh: '停车优惠 · 泊云', en: 'Parking discount · Boyun' });
  }, [t]);
  return (
    <DriverPage>
      {claimed ? (
        <Done claimed={claimed} />
      ) : offer ? (
        <Form code={code} offer={offer} onClaimed={setClaimed} />
      ) : (
        <DriverPlaceholder problem={missing} />
      )}
    </DriverPage>
  );
}

function Form({ code, offer, onClaimed }: { code: string; offer: Offer; onClaimed: (claimed: Claimed) => void }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (wanted: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await post(CLAIM, { Code: code, Plate: wanted }, { isQuiet: true });
      onClaimed(data as Claimed);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <section className="driver-card claim-card">
      <p className="driver-lot">{offer.MerchantName}</p>
      <h1>{offer.DiscountName}</h1>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (plate) void send(plate);
        }}
      >
        <div className="claim-plate">
          <label htmlFor="claim-plate">{t({ zh: '请输入车牌号', en: 'Enter your plate' })}</label>
          <PlateInput
            id="claim-plate"
            value={plate}
            onChange={(next) => {
              setPlate(next);
              setProblem(null);
            }}
          />
        </div>
        <button type="submit" className="is-main" disabled={isBusy || (plate ?? '').length < COMPLETE}>
          {isBusy ? t({ zh: '正在领取…', en: 'One moment…' }) : t({ zh: '领取优惠', en: 'Get the discount' })}
        </button>
      </form>
      {problem && (
        <p className="claim-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function Done({ claimed }: { claimed: Claimed }) {
  const t = useText();
  return (
    <section className="driver-card claim-card" role="status">
      <h1>{t({ zh: '领取成功', en: 'It is yours' })}</h1>
      <PlateChip plate={claimed.Plate} />
      <p className="claim-name">{claimed.DiscountName}</p>
      <p>
        {t({ zh: '离场时自动抵扣，有效至', en: 'It applies when you leave, until' })}{' '}
        <TimeText at={new Date(claimed.ValidUntil)} style="minute" />
      </p>
    </section>
  );
}
