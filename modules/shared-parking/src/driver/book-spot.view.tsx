import './share-phone.css';
import { wallTime } from '@boyun/domain/period';
import {
  DriverMobile,
  DriverPlate,
  DriverProblem,
  isWholeMobile,
  isWholePlate,
  post,
  postAsDriver,
  refusalText,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import type { Booker } from './booker.view.ts';
import { keepBooking } from './kept-booking.view.ts';

/** A spot that is free for the time that was searched. */
export interface FoundSpot {
  readonly OfferId: string;
  readonly LotName: string;
  readonly Spot: string;
  readonly Hour: string;
  readonly DayCap: string | null;
  readonly Amount: string;
}

interface Page {
  readonly Tenant: string;
  readonly TimeZone: string;
  readonly Rules: readonly { readonly Zh: string; readonly En: string }[];
}

interface Booked {
  readonly Code: string;
  readonly Path: string;
}

/** Books a spot and goes on to its payment: for who is signed in with an own car, else with a plate and a mobile. */
export function BookSpot({
  code,
  spot,
  span,
  page,
  booker,
  onTaken,
}: {
  code: string;
  spot: FoundSpot;
  span: { readonly FromAt: string; readonly UntilAt: string };
  page: Page;
  booker: Booker | null;
  onTaken: () => void;
}) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(booker?.Plates[0] ?? null);
  const [mobile, setMobile] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<Booked> => {
    const body = { OfferId: spot.OfferId, ...span, Plate: plate };
    if (booker) return postAsDriver<Booked>(page.Tenant, '/api/app/share/book', body);
    const given = { Code: code, ...body, Mobile: mobile };
    return (await post('/api/sharedSpot/book', given, { isQuiet: true })).data as Booked;
  };
  const book = async () => {
    setBusy(true);
    try {
      const { Code: booked, Path } = await send();
      const from = wallTime(new Date(span.FromAt).getTime(), page.TimeZone).slice(5, 16).replace('T', ' ');
      keepBooking({ code: booked, words: `${from} ${spot.LotName} ${spot.Spot}` });
      history.replaceState(null, '', `/shared/${booked}`);
      location.assign(Path);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
      // Another driver may have been faster.
      onTaken();
    }
  };
  const isReady = isWholePlate(plate) && (booker !== null || isWholeMobile(mobile));
  return (
    <form
      className="share-book"
      onSubmit={(event) => {
        event.preventDefault();
        void book();
      }}
    >
      {booker ? (
        <OwnCars booker={booker} tenant={page.Tenant} plate={plate} onPlate={setPlate} />
      ) : (
        <>
          <PlateField plate={plate} onPlate={setPlate} />
          <DriverMobile value={mobile} onChange={setMobile} />
        </>
      )}
      {page.Rules.map((one) => (
        <p key={one.En} className="share-hint">
          {t({ zh: one.Zh, en: one.En })}
        </p>
      ))}
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isBusy || !isReady}>
        {t({ zh: `预订并支付 ¥${spot.Amount}`, en: `Book and pay ¥${spot.Amount}` })}
      </button>
    </form>
  );
}

function PlateField({ plate, onPlate }: { plate: string | null; onPlate: (plate: string | null) => void }) {
  return <DriverPlate id="share-plate" label={{ zh: '车牌号', en: 'Plate' }} value={plate} onChange={onPlate} />;
}

/** The own cars to choose from, or another plate; the mobile is the one that was proven. */
function OwnCars({
  booker,
  tenant,
  plate,
  onPlate,
}: {
  booker: Booker;
  tenant: string;
  plate: string | null;
  onPlate: (plate: string | null) => void;
}) {
  const t = useText();
  const [isOther, setOther] = useState(booker.Plates.length === 0);
  const choose = (next: string | null) => {
    setOther(next === null);
    onPlate(next);
  };
  return (
    <>
      <fieldset className="driver-choices">
        <legend>
          {t({ zh: '我的车辆', en: 'My cars' })}
          <a href={`/app/${tenant}#/cars`}>{t({ zh: '添加车辆', en: 'Add a car' })}</a>
        </legend>
        {booker.Plates.map((one) => (
          <button key={one} type="button" aria-pressed={!isOther && one === plate} onClick={() => choose(one)}>
            {one}
          </button>
        ))}
        {booker.Plates.length > 0 && (
          <button type="button" aria-pressed={isOther} onClick={() => choose(null)}>
            {t({ zh: '其他车辆', en: 'Another car' })}
          </button>
        )}
      </fieldset>
      {isOther && <PlateField plate={plate} onPlate={onPlate} />}
      <p className="share-hint">
        {t({ zh: '以 {mobile} 预订', en: 'Booked with {mobile}' }, { mobile: booker.MobileMark })}
      </p>
    </>
  );
}
