import { parseYuan } from '@boyun/domain/money';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { DriverPlate, DriverProblem, isWholePlate, moneyText, refusalText, timeText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { posPost } from './pos-call.view.ts';
import { ParkedView } from './pos-parked.view.tsx';
import { Picture, Scan, type Sheet, useAct } from './pos-sheet.view.tsx';
import type { SpotWire } from './pos-wire.view.ts';

interface FoundWire {
  readonly OrderId: string | null;
  readonly LotName: string | null;
  readonly SpotNumber: string | null;
  readonly Arrears: readonly { OrderId: string; LotName: string; LeftAt: string; Due: string }[];
}

/** The plate in a code: written alone, or as part of an address or of words. */
const plateIn = (text: string): string | null => {
  let words = text;
  try {
    words = decodeURIComponent(text);
  } catch {
    // No address.
  }
  const found = /[\u4e00-\u9fff][A-Z][A-Z0-9\u4e00-\u9fff]{5,6}/.exec(words.toUpperCase())?.[0];
  return found && isPlate(found) ? normalizePlate(found) : null;
};

/** A spot of the street: records a car, or collects for the one that is there. Without a spot a plate is looked up. */
export default function SpotView({ spot, ...sheet }: Sheet & { spot: SpotWire | null }) {
  const t = useText();
  const title = spot
    ? t({ zh: '车位 {n}', en: 'Spot {n}' }, { n: spot.Number })
    : t({ zh: '查车牌', en: 'Look a plate up' });
  const isParked = spot?.Plate && !spot.Plate.startsWith('临');
  return (
    <div className="pos-sheet" role="dialog" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="pos-close" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={sheet.onClose}>
          ✕
        </button>
      </header>
      {!spot ? (
        <Search {...sheet} />
      ) : isParked ? (
        <ParkedView spot={spot} {...sheet} />
      ) : (
        <Arrive spot={spot} {...sheet} />
      )}
    </div>
  );
}

function Arrive({ spot, ...sheet }: Sheet & { spot: SpotWire }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const { problem, isBusy, run } = useAct(sheet);
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWholePlate(plate)) void run({ kind: 'enter', spotId: spot.SpotId, plate, picture });
      }}
    >
      {spot.EnteredAt && (
        <p className="driver-hint">
          {t(
            { zh: '地磁于 {at} 检测到车辆，请补录车牌', en: 'The detector noticed a car at {at}: add its plate' },
            { at: timeText(new Date(spot.EnteredAt), 'minute') },
          )}
        </p>
      )}
      <DriverPlate id="pos-plate" label={{ zh: '车牌', en: 'Plate' }} value={plate} onChange={setPlate} />
      <div className="pos-pair-of">
        <Scan label={t({ zh: '扫车牌码', en: 'Scan a code' })} accept={plateIn} onCode={setPlate} />
        <Picture picture={picture} onPicture={setPicture} />
      </div>
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isBusy || !isWholePlate(plate)}>
        {t({ zh: '登记停车', en: 'Record the car' })}
      </button>
    </form>
  );
}

function Search(sheet: Sheet) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ readonly plate: string; readonly found: FoundWire } | null>(null);
  // An answer may come when another plate is typed already.
  const found = answer?.plate === plate ? answer.found : null;
  const { problem, setProblem, isBusy, run } = useAct(sheet);
  const look = async (asked: string) => {
    setProblem(null);
    try {
      setAnswer({ plate: asked, found: await posPost<FoundWire>('/api/pos/findPlate', { Plate: asked }) });
    } catch (error) {
      setProblem(refusalText(error));
    }
  };
  const owedFen = (found?.Arrears ?? []).reduce((sum, one) => sum + parseYuan(one.Due), 0);
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWholePlate(plate)) void look(plate);
      }}
    >
      <DriverPlate id="pos-search" label={{ zh: '车牌', en: 'Plate' }} value={plate} onChange={setPlate} />
      <Scan
        label={t({ zh: '扫车牌码', en: 'Scan a code' })}
        accept={plateIn}
        onCode={(next) => {
          setPlate(next);
          void look(next);
        }}
      />
      <button type="submit" className="is-main" disabled={!isWholePlate(plate)}>
        {t({ zh: '查询', en: 'Look up' })}
      </button>
      {found && (
        <p className="driver-hint">
          {found.OrderId
            ? t(
                { zh: '停在 {lot} 车位 {n}', en: 'Parked in {lot}, spot {n}' },
                { lot: found.LotName ?? '', n: found.SpotNumber ?? '—' },
              )
            : t({ zh: '不在您的路段停车', en: 'Not parked in your streets' })}
        </p>
      )}
      {found && found.Arrears.length > 0 && (
        <ul className="pos-lines">
          {found.Arrears.map((one) => (
            <li key={one.OrderId}>
              <span>
                {timeText(new Date(one.LeftAt), 'minute')} {one.LotName}
              </span>
              <b>{one.Due}</b>
            </li>
          ))}
        </ul>
      )}
      {found && found.Arrears.length === 0 && (
        <p className="driver-hint">{t({ zh: '没有欠费', en: 'It owes nothing' })}</p>
      )}
      <DriverProblem words={problem} />
      {owedFen > 0 && sheet.canCollect && (
        <button
          type="button"
          className="is-main"
          disabled={isBusy}
          onClick={() => void run({ kind: 'arrears', plate, cash: (owedFen / 100).toFixed(2) })}
        >
          {t({ zh: '收现金补缴 ¥{n}', en: 'Collect arrears ¥{n}' }, { n: moneyText(owedFen) })}
        </button>
      )}
    </form>
  );
}
