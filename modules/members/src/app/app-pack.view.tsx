import { DriverFacts, DriverProblem, PlateChip, refusalText, timeText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { AppPart } from './app-part.view.tsx';
import { ChooseCars } from './choose-cars.view.tsx';
import { driverPost, useDriver } from './driver-call.view.ts';

interface PackWire {
  readonly PackNo: string;
  readonly RuleName: string;
  readonly LotName: string;
  readonly TimeZone: string;
  readonly State: string;
  readonly StateName: string;
  readonly Plates: readonly string[];
  readonly ValidFrom: string;
  readonly ValidUntil: string;
  readonly PayPath: string | null;
  readonly RenewPath: string | null;
  readonly CanChange: boolean;
  readonly IsAsked: boolean;
  readonly PlatesPerPack: number;
  readonly Cars: readonly string[];
}

/** One pack of the customer: paying, renewing, changing its plates. */
export default function PackView({ id }: { id: string }) {
  const t = useText();
  const [pack, missing, refetch] = useDriver<PackWire>('/api/app/pack/get', { PackId: id });
  const [isChanging, setChanging] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const day = (at: number) => timeText(new Date(at), 'minute', pack!.TimeZone).slice(0, 10);
  return (
    <AppPart title={t({ zh: '我的月卡', en: 'My pass' })} back="#/of/pack" problem={missing} isReady={pack !== null}>
      {pack && (
        <section className="driver-card app-pack">
          <Plates plates={pack.Plates} />
          <DriverFacts
            facts={[
              [{ zh: '月卡', en: 'Pass' }, pack.RuleName],
              [{ zh: '车场', en: 'Lot' }, pack.LotName],
              [{ zh: '状态', en: 'State' }, pack.StateName],
              [{ zh: '生效日期', en: 'From' }, day(Date.parse(pack.ValidFrom))],
              // The end is the midnight after the last day.
              [{ zh: '有效期至', en: 'Valid through' }, day(Date.parse(pack.ValidUntil) - 1)],
              [{ zh: '卡号', en: 'Number' }, pack.PackNo],
            ]}
          />
          {(note ?? (pack.IsAsked && t({ zh: '车牌变更审核中', en: 'The change of plates is under review' }))) && (
            <p className="driver-hint" role="status">
              {note ?? t({ zh: '车牌变更审核中', en: 'The change of plates is under review' })}
            </p>
          )}
          {pack.PayPath && (
            <a className="app-main" href={pack.PayPath}>
              {t({ zh: '去支付', en: 'Pay now' })}
            </a>
          )}
          {!pack.PayPath && pack.RenewPath && (
            <a className="app-main" href={pack.RenewPath}>
              {t({ zh: '续费', en: 'Renew' })}
            </a>
          )}
          {pack.CanChange && !pack.IsAsked && !isChanging && (
            <div className="driver-form">
              <button type="button" onClick={() => setChanging(true)}>
                {t({ zh: '变更车牌', en: 'Change the plates' })}
              </button>
            </div>
          )}
          {isChanging && (
            <ChangePlates
              id={id}
              pack={pack}
              onDone={async (isPending) => {
                setChanging(false);
                setNote(
                  isPending
                    ? t({ zh: '已提交，等待停车场审核', en: 'Sent. The operator will check it' })
                    : t({ zh: '车牌已变更', en: 'The plates are changed' }),
                );
                await refetch();
              }}
              onCancel={() => setChanging(false)}
            />
          )}
        </section>
      )}
    </AppPart>
  );
}

function Plates({ plates }: { plates: readonly string[] }) {
  return (
    <div className="app-plates">
      {plates.map((one) => (
        <PlateChip key={one} plate={one} />
      ))}
    </div>
  );
}

function ChangePlates({
  id,
  pack,
  onDone,
  onCancel,
}: {
  id: string;
  pack: PackWire;
  onDone: (isPending: boolean) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useText();
  const [plates, setPlates] = useState(pack.Plates);
  const [problem, setProblem] = useState<string | null>(null);
  const isSame = plates.length === pack.Plates.length && plates.every((one) => pack.Plates.includes(one));
  const send = async () => {
    try {
      const done = await driverPost<{ IsPending: boolean }>('/api/app/pack/changePlates', {
        PackId: id,
        Plates: plates,
      });
      await onDone(done.IsPending);
    } catch (error) {
      setProblem(refusalText(error));
    }
  };
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <ChooseCars
        cars={[...new Set([...pack.Plates, ...pack.Cars])]}
        chosen={plates}
        most={pack.PlatesPerPack}
        onChange={setPlates}
      />
      <p className="driver-hint">{t({ zh: '每30天可变更一次', en: 'Plates can be changed once in 30 days' })}</p>
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isSame || plates.length === 0}>
        {t({ zh: '提交变更', en: 'Change' })}
      </button>
      <button type="button" onClick={onCancel}>
        {t({ zh: '返回', en: 'Back' })}
      </button>
    </form>
  );
}
