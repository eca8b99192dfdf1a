import '../payment/pay-page.css';
import './place-page.css';
import { parseYuan } from '@boyun/domain/money';
import {
  DriverPage,
  DriverPlaceholder,
  DriverPlate,
  isWholePlate,
  moneyText,
  PlateChip,
  post,
  refusalText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';

const PAGE = '/api/payment/place/get';
const FIND = '/api/payment/place/find';
/** How often an exit's page looks for another car. */
const LOOK_MS = 5000;

interface Place {
  readonly LotName: string;
  readonly Kind: 'lot' | 'lane' | 'spot';
  readonly Name: string;
  readonly WaitingPlate: string | null;
  readonly WaitingDue: string | null;
  readonly CanInvoice: boolean;
}

/** The page of a fixed code at `/place/{code}`: the car that waits at this exit, or a plate, and on to its payment page. */
export default function PlacePage({ code }: { code: string }) {
  const t = useText();
  const [place, missing, look] = useByCode<Place>(PAGE, code);
  const isLane = place?.Kind === 'lane';
  const lookAgain = useEffectEvent(() => void look());
  useEffect(() => {
    document.title = t({ zh: '停车缴费 · 泊云', en: 'Pay for parking · Boyun' });
  }, [t]);
  useEffect(() => {
    if (!isLane) return;
    const timer = setInterval(() => lookAgain(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isLane]);
  return (
    <DriverPage>{place ? <Finder code={code} place={place} /> : <DriverPlaceholder problem={missing} />}</DriverPage>
  );
}

function Finder({ code, place }: { code: string; place: Place }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [isOther, setOther] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const find = async (wanted: string) => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await post(FIND, { Code: code, Plate: wanted }, { isQuiet: true });
      location.assign(`/pay/${(data as { Code: string }).Code}`);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  const waiting = isOther ? null : place.WaitingPlate;
  return (
    <section className="driver-card place-card">
      <h1>{place.LotName}</h1>
      {place.Kind !== 'lot' && <p className="driver-lot">{place.Name}</p>}
      {waiting ? (
        <Waiting
          plate={waiting}
          due={place.WaitingDue ?? '0'}
          isBusy={isBusy}
          onPay={() => find(waiting)}
          onOther={() => setOther(true)}
        />
      ) : (
        <form
          className="driver-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (plate) void find(plate);
          }}
        >
          <DriverPlate
            id="place-plate"
            value={plate}
            onChange={(next) => {
              setPlate(next);
              setProblem(null);
            }}
          />
          <button type="submit" className="is-main" disabled={isBusy || !isWholePlate(plate)}>
            {isBusy ? t({ zh: '正在查询…', en: 'Looking…' }) : t({ zh: '查询停车费', en: 'Find the fee' })}
          </button>
        </form>
      )}
      {problem && (
        <p className="pay-failed place-problem" role="alert">
          {problem}
        </p>
      )}
      {place.CanInvoice && (
        <a className="place-invoice" href={`/invoice/${code}`}>
          {t({ zh: '已缴费？开发票', en: 'Paid already? Get an invoice' })}
        </a>
      )}
    </section>
  );
}

/** The car at this exit, offered at once. */
function Waiting({
  plate,
  due,
  isBusy,
  onPay,
  onOther,
}: {
  plate: string;
  due: string;
  isBusy: boolean;
  onPay: () => void;
  onOther: () => void;
}) {
  const t = useText();
  return (
    <>
      <p className="place-ask">{t({ zh: '出口等待车辆', en: 'The car at this exit' })}</p>
      <PlateChip plate={plate} />
      <div className="pay-acts">
        <button type="button" className="is-main" disabled={isBusy} onClick={onPay}>
          {t({ zh: '缴费 ¥{due}', en: 'Pay ¥{due}' }, { due: moneyText(parseYuan(due)) })}
        </button>
        <button type="button" disabled={isBusy} onClick={onOther}>
          {t({ zh: '不是这辆车', en: 'Another car' })}
        </button>
      </div>
    </>
  );
}
