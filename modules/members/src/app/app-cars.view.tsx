import {
  DriverPlate,
  DriverProblem,
  isWholePlate,
  PlateChip,
  refusalText,
  shrinkPicture,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { AppPart } from './app-part.view.tsx';
import { driverPost, useDriver } from './driver-call.view.ts';

interface CarWire {
  readonly Id: string;
  readonly Plate: string;
  readonly IsDefault: boolean;
  readonly State: keyof typeof STATES;
  readonly Note: string | null;
  readonly Pictures: readonly string[];
}

const STATES = {
  claimed: { zh: '未认证', en: 'Not certified', tone: 'neutral' },
  pending: { zh: '审核中', en: 'Being checked', tone: 'warn' },
  certified: { zh: '已认证', en: 'Certified', tone: 'good' },
  rejected: { zh: '未通过', en: 'Refused', tone: 'bad' },
  moved: { zh: '已转出', en: 'Another customer’s', tone: 'bad' },
} as const;

/** The customer's cars: added, proven by a picture of the licence, removed. */
export default function CarsView() {
  const t = useText();
  const [found, missing, refetch] = useDriver<{ Cars: readonly CarWire[] }>('/api/app/car/list');
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (path: string, body: Readonly<Record<string, unknown>>) => {
    setProblem(null);
    try {
      await driverPost(`/api/app/car/${path}`, body);
    } catch (error) {
      setProblem(refusalText(error));
    }
    await refetch();
  };
  return (
    <AppPart title={t({ zh: '我的车辆', en: 'My cars' })} problem={missing} isReady={found !== null}>
      {found?.Cars.map((car) => (
        <Car key={car.Id} car={car} onAct={act} />
      ))}
      <DriverProblem words={problem} />
      <AddCar onAdd={(Plate) => act('add', { Plate })} isOpen={found?.Cars.length === 0} />
    </AppPart>
  );
}

function Car({
  car,
  onAct,
}: {
  car: CarWire;
  onAct: (path: string, body: Readonly<Record<string, unknown>>) => Promise<void>;
}) {
  const t = useText();
  const { Id: CarId, State } = car;
  const canAsk = State === 'claimed' || State === 'rejected' || State === 'moved';
  const ask = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file) return;
    await onAct('addPicture', { CarId, File: await shrinkPicture(file) });
  };
  const remove = () => {
    if (confirm(t({ zh: '删除 {plate}？', en: 'Remove {plate}?' }, { plate: car.Plate })))
      void onAct('remove', { CarId });
  };
  return (
    <section className="driver-card app-car">
      <header>
        <PlateChip plate={car.Plate} />
        <em className={`is-${STATES[State].tone}`}>{t(STATES[State])}</em>
      </header>
      {car.Note && <p className="driver-hint">{car.Note}</p>}
      {canAsk && (
        <>
          <p className="driver-hint">
            {t({
              zh: '拍一张行驶证，核对后即可查看停车位置和费用。若您的手机号已登记此车，可直接认证。',
              en: 'Take a picture of the licence. Once it is checked you see where the car is. If your number is on record for it, certify at once.',
            })}
          </p>
          <div className="app-pictures">
            {car.Pictures.map((one) => (
              <img key={one} src={one} alt={t({ zh: '证明图片', en: 'Picture' })} />
            ))}
            <label className="app-camera">
              ＋
              <input
                type="file"
                accept="image/jpeg,image/png"
                aria-label={t({ zh: '上传行驶证', en: 'Add the licence' })}
                onChange={(event) => void ask((event.target as HTMLInputElement).files)}
              />
            </label>
          </div>
        </>
      )}
      <div className="app-acts">
        {canAsk && (
          <button type="button" className="is-main" onClick={() => void onAct('certify', { CarId })}>
            {t({ zh: '申请认证', en: 'Certify' })}
          </button>
        )}
        {!car.IsDefault && (
          <button type="button" onClick={() => void onAct('setUsual', { CarId })}>
            {t({ zh: '设为默认', en: 'Make usual' })}
          </button>
        )}
        <button type="button" onClick={remove}>
          {t({ zh: '删除', en: 'Remove' })}
        </button>
      </div>
    </section>
  );
}

function AddCar({ onAdd, isOpen }: { onAdd: (plate: string) => Promise<void>; isOpen: boolean }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  return (
    <details className="driver-card app-add" open={isOpen}>
      <summary>{t({ zh: '添加车辆', en: 'Add a car' })}</summary>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWholePlate(plate)) void onAdd(plate).then(() => setPlate(null));
        }}
      >
        <DriverPlate id="own-plate" value={plate} onChange={setPlate} />
        <button type="submit" className="is-main" disabled={!isWholePlate(plate)}>
          {t({ zh: '添加', en: 'Add' })}
        </button>
      </form>
    </details>
  );
}
