import { parseYuan } from '@boyun/domain/money';
import {
  AnswerOrder,
  DriverProblem,
  moneyText,
  PlateChip,
  QrCode,
  refusalText,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Suspense, useEffect, useState } from 'react';
import { isUnreachable, posPost } from './pos-call.view.ts';
import { Picture, Scan, type Sheet, useAct } from './pos-sheet.view.tsx';
import type { SpotWire } from './pos-wire.view.ts';

interface StayWire {
  readonly OrderNo: string;
  readonly Plate: string;
  readonly EnteredAt: string;
  readonly Fee: string;
  readonly Reduced: string;
  readonly Paid: string;
  readonly Due: string;
  readonly FeeLines: readonly { From: string; Amount: string; Words: string }[];
  readonly PayPath: string;
  readonly Receipt: string;
}

const codeIn = (text: string): string | null => (/^\d{16,24}$/.test(text) ? text : null);

/** The stay of a spot as the server prices it now; null without a network. */
function useStay(orderId: string | null): [StayWire | null, () => Promise<void>] {
  const [found, setFound] = useState<{ readonly orderId: string; readonly stay: StayWire } | null>(null);
  const [order] = useState(() => new AnswerOrder());
  const look = async () => {
    if (!orderId) return;
    const isNews = order.ask(true);
    try {
      const stay = await posPost<StayWire>('/api/pos/getStay', { OrderId: orderId });
      if (isNews()) setFound({ orderId, stay });
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for an order
  useEffect(() => {
    void look().catch(() => undefined);
  }, [orderId]);
  // Another car may have come to the spot meanwhile.
  return [found?.orderId === orderId ? found.stay : null, look];
}

/** A car on a spot: what it owes, and how it leaves. */
export function ParkedView({ spot, ...sheet }: Sheet & { spot: SpotWire }) {
  const t = useText();
  const [stay, look] = useStay(spot.OrderId);
  const [typed, setTyped] = useState<string | null>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const { problem, setProblem, isBusy, run } = useAct(sheet);
  const due = stay?.Due ?? spot.Due;
  const of = {
    orderId: spot.OrderId,
    entryClientId: spot.OrderId ? null : (spot.EntryClientId ?? null),
    plate: spot.Plate,
  };
  const isKnown = stay !== null && !sheet.isOffline;
  const cash = isKnown ? due : (typed ?? due);
  const cashFen = /^\d{1,6}(\.\d{1,2})?$/.test(cash) ? parseYuan(cash) : 0;
  const leaving = (isPaid: boolean) =>
    run({ kind: 'leave', ...of, picture, cash: isPaid && cashFen > 0 ? moneyText(cashFen).replaceAll(',', '') : null });
  return (
    <div className="driver-form">
      <PlateChip plate={spot.Plate!} />
      <p className="pos-due">
        <small>¥</small>
        {due}
      </p>
      <p className="driver-hint">
        {t({ zh: '{at} 停入', en: 'Since {at}' }, { at: timeText(new Date(spot.EnteredAt!), 'minute') })}
        {!isKnown &&
          ` · ${t({ zh: '离线：金额为上次查询，入账以停入时间计算', en: 'Offline: the amount is the last one known; the fee follows from the times' })}`}
      </p>
      {isKnown && stay.FeeLines.length > 0 && (
        <ul className="pos-lines">
          {stay.FeeLines.map((one) => (
            <li key={one.From + one.Words}>
              <span>{one.Words}</span>
              <b>{one.Amount}</b>
            </li>
          ))}
        </ul>
      )}
      {!isKnown && sheet.canCollect && (
        <label>
          {t({ zh: '实收现金（元）', en: 'Cash taken (yuan)' })}
          <input
            inputMode="decimal"
            value={cash}
            maxLength={9}
            onChange={(event) => setTyped(event.target.value.trim())}
          />
        </label>
      )}
      <Picture picture={picture} onPicture={setPicture} />
      <DriverProblem words={problem} />
      {sheet.canCollect && cashFen > 0 && (
        <button type="button" className="is-main" disabled={isBusy} onClick={() => void leaving(true)}>
          {t({ zh: '收现金 ¥{n} 并驶离', en: 'Cash ¥{n}, and it leaves' }, { n: moneyText(cashFen) })}
        </button>
      )}
      <button type="button" disabled={isBusy} onClick={() => void leaving(false)}>
        {cashFen > 0 ? t({ zh: '未付驶离', en: 'It leaves unpaid' }) : t({ zh: '车辆驶离', en: 'It leaves' })}
      </button>
      {isKnown && (
        <OtherWays stay={stay} due={due} orderId={spot.OrderId!} look={look} sheet={sheet} onProblem={setProblem} />
      )}
    </div>
  );
}

/** Ways to pay without cash, and the receipt: they need the network. */
function OtherWays({
  stay,
  due,
  orderId,
  look,
  sheet,
  onProblem,
}: {
  stay: StayWire;
  due: string;
  orderId: string;
  look: () => Promise<void>;
  sheet: Sheet;
  onProblem: (words: string) => void;
}) {
  const t = useText();
  const [shows, setShows] = useState<'receipt' | 'code' | null>(null);
  return (
    <>
      {sheet.canCollect && parseYuan(due) > 0 && (
        <>
          <Scan
            label={t({ zh: '扫付款码收费', en: 'Scan a payment code' })}
            accept={codeIn}
            onCode={async (AuthCode) => {
              try {
                await payByCode(orderId, due, AuthCode);
                await look();
                await sheet.onDone();
              } catch (error) {
                onProblem(refusalText(error));
              }
            }}
          />
          <button type="button" onClick={() => setShows(shows === 'code' ? null : 'code')}>
            {t({ zh: '出示收款码', en: 'Show a code to pay' })}
          </button>
        </>
      )}
      <button type="button" onClick={() => setShows(shows === 'receipt' ? null : 'receipt')}>
        {t({ zh: '小票', en: 'Receipt' })}
      </button>
      {shows === 'code' && (
        <Suspense fallback={null}>
          <div className="pos-qr">
            <QrCode text={location.origin + stay.PayPath} label={t({ zh: '收款码', en: 'Code to pay' })} />
          </div>
        </Suspense>
      )}
      {shows === 'receipt' && <pre className="pos-receipt">{stay.Receipt}</pre>}
    </>
  );
}

const FOLLOW_MS = 2000;
const FOLLOW_TIMES = 45;

/** Takes money by the payment code of a driver's phone, and waits while the driver confirms. */
async function payByCode(OrderId: string, Amount: string, AuthCode: string): Promise<void> {
  type Paid = { readonly PaymentNo: string; readonly State: string };
  const begun = await posPost<Paid>('/api/order/collectByCode', { OrderId, Amount, AuthCode }, 30_000);
  let state = begun.State;
  for (let time = 0; state === 'paying' && time < FOLLOW_TIMES; time += 1) {
    await new Promise((done) => setTimeout(done, FOLLOW_MS));
    const followed = await posPost<{ State: string }>('/api/order/followCode', { PaymentNo: begun.PaymentNo }).catch(
      () => null,
    );
    state = followed?.State ?? state;
  }
  if (state === 'paying') await posPost('/api/order/cancelCode', { PaymentNo: begun.PaymentNo }, 30_000);
}
