import './plate-claim.css';
import { useEffect, useState } from 'react';
import { DriverMobile, isWholeMobile } from './driver-mobile.tsx';
import { DriverPage, DriverPlaceholder, PlateChip, refusalText, useByCode } from './driver-page.tsx';
import { DriverPlate, isWholePlate } from './driver-plate.tsx';
import { timeText } from './format.ts';
import { useText } from './language.ts';
import { post } from './transport.ts';

/** What a code offers, as the page shows it before a plate is entered. */
export interface ClaimOffer {
  readonly from: string;
  readonly name: string;
  /** Each person has a limit, by the mobile number. */
  readonly isPerPerson?: boolean;
}

interface Claimed {
  readonly Plate: string;
  readonly ValidUntil: string;
}

/** A page at which drivers claim a discount with a code: `paths` are its calls, `offerOf` reads the answer of the first. */
export function PlateClaimPage({
  code,
  paths,
  offerOf,
}: {
  code: string;
  paths: { readonly get: string; readonly claim: string };
  offerOf: (wire: Readonly<Record<string, unknown>>) => ClaimOffer;
}) {
  const t = useText();
  const [wire, missing] = useByCode<Readonly<Record<string, unknown>>>(paths.get, code);
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  useEffect(() => {
    document.title = t({ zh: '停车优惠 · 泊云', en: 'Parking discount · Boyun' });
  }, [t]);
  const send = async (body: object) =>
    setClaimed((await post(paths.claim, { Code: code, ...body }, { isQuiet: true })).data as Claimed);
  if (!wire) return <DriverPage>{<DriverPlaceholder problem={missing} />}</DriverPage>;
  const offer = offerOf(wire);
  return (
    <DriverPage>
      {claimed ? <Done claimed={claimed} name={offer.name} /> : <ClaimForm offer={offer} onSend={send} />}
    </DriverPage>
  );
}

function ClaimForm({ offer, onSend }: { offer: ClaimOffer; onSend: (body: object) => Promise<void> }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [mobile, setMobile] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isComplete = isWholePlate(plate) && (!offer.isPerPerson || isWholeMobile(mobile));
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onSend({ Plate: plate, ...(offer.isPerPerson ? { Mobile: mobile } : {}) });
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  return (
    <section className="driver-card plate-claim">
      <p className="driver-lot">{offer.from}</p>
      <h1>{offer.name}</h1>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) void send();
        }}
      >
        <DriverPlate
          id="claim-plate"
          value={plate}
          onChange={(next) => {
            setPlate(next);
            setProblem(null);
          }}
        />
        {offer.isPerPerson && <DriverMobile value={mobile} onChange={setMobile} />}
        <button type="submit" className="is-main" disabled={isBusy || !isComplete}>
          {isBusy ? t({ zh: '正在领取…', en: 'One moment…' }) : t({ zh: '领取优惠', en: 'Get the discount' })}
        </button>
      </form>
      {problem && (
        <p className="plate-claim-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function Done({ claimed, name }: { claimed: Claimed; name: string }) {
  const t = useText();
  return (
    <section className="driver-card plate-claim" role="status">
      <h1>{t({ zh: '领取成功', en: 'It is yours' })}</h1>
      <PlateChip plate={claimed.Plate} />
      <p className="plate-claim-name">{name}</p>
      <p>
        {t({ zh: '离场时自动抵扣，有效至', en: 'It applies when you leave, until' })}{' '}
        {timeText(new Date(claimed.ValidUntil), 'minute')}
      </p>
    </section>
  );
}
