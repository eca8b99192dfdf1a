import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  notify,
  OperationDialog,
  Plate,
  QrCode,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Desk,
  type DeskDiscount,
  getRotatingCode,
  getStaticCode,
  printCodes,
  seeRotatingCode,
} from '../desk/desk.contract.ts';
import { SaveSheets } from './save-sheets.view.tsx';

/** How long a code is shown: it still works for a while after the next one has appeared. */
const SHOWN_MS = 60_000;
/** How often the page looks whether the code was used. */
const LOOK_MS = 3000;

/** The address that a code stands for: on the public site, else on the one that the page came from. */
export const addressOf = ({ site, path }: { readonly site: string | null; readonly path: string }): string =>
  new URL(path, site ?? location.origin).href;

/** A code that changes each minute and as soon as it was used. */
export function RotatingCode({ discount, onServed }: { discount: DeskDiscount; onServed: () => void }) {
  const t = useText();
  const [served, setServed] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['rotating-code', discount.id],
    queryFn: () => call(getRotatingCode, { merchantDiscountId: discount.id }, { isQuiet: true }),
    refetchInterval: SHOWN_MS,
    gcTime: 0,
    retry: false,
  });
  const code = data?.code;
  // The code that is shown, after the one before, which a customer may still be using.
  const usable = useRef<readonly string[]>([]);
  // On a slow line the page may ask about a code twice.
  const servedCodes = useRef(new Set<string>());
  const look = useEffectEvent(async () => {
    for (const one of usable.current.filter((each) => !servedCodes.current.has(each))) {
      const { plate } = await call(seeRotatingCode, { code: one }, { isQuiet: true });
      if (!plate || servedCodes.current.has(one)) continue;
      servedCodes.current.add(one);
      setServed(plate);
      onServed();
      if (one === usable.current.at(-1)) await refetch();
    }
  });
  useEffect(() => {
    if (code) usable.current = [...usable.current.filter((one) => one !== code), code].slice(-2);
  }, [code]);
  useEffect(() => {
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="desk-code">
      <QrCode text={addressOf(data)} label={t(getRotatingCode.title)} />
      <p>
        {t({
          zh: '请顾客用手机扫码并输入车牌。每码一车，每分钟更新',
          en: 'Customers scan it and enter their plate. One car for each code, a new one each minute',
        })}
      </p>
      {served && (
        <p role="status" className="desk-served">
          <Plate text={served} /> {t({ zh: '已领取', en: 'has it' })}
        </p>
      )}
    </div>
  );
}

/** The static code of a discount with a daily limit, to be put on the counter. */
export function StaticCode({ discount, desk }: { discount: DeskDiscount; desk: Desk }) {
  const t = useText();
  const client = useQueryClient();
  const queryKey = ['static-code', discount.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => call(getStaticCode, { merchantDiscountId: discount.id, isNew: false }, { isQuiet: true }),
    retry: false,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <div className="desk-code">
      <QrCode text={addressOf(data)} label={t(getStaticCode.title)} />
      <p>
        {t(
          { zh: '可打印后放在柜台，每天最多发放{n}张', en: 'Print it for the counter; at most {n} a day' },
          { n: discount.dailyLimit ?? 0 },
        )}
      </p>
      <div className="by-row">
        <SaveSheets
          style="poster"
          merchantName={desk.name}
          name={discount.name}
          until={null}
          addresses={[addressOf(data)]}
        />
        <ActButton
          danger
          onAct={async () => {
            client.setQueryData(queryKey, await call(getStaticCode, { merchantDiscountId: discount.id, isNew: true }));
            notify('good', { zh: '已更换，旧码失效', en: 'Replaced; the former code no longer works' });
          }}
        >
          {t({ zh: '更换', en: 'Replace' })}
        </ActButton>
      </div>
    </div>
  );
}

type Batch = Output<typeof printCodes>;
const { merchantDiscountId: _, ...PRINT } = printCodes.input;

/** Makes codes to be printed, and shows their sheet. */
export function PrintedCodes({ discount }: { discount: DeskDiscount }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const [batch, setBatch] = useState<Batch | null>(null);
  return (
    <div className="desk-code">
      <p>
        {t({
          zh: '批量生成一次性领取码，打印后随小票或礼品发放；每码一车',
          en: 'Codes to be printed and handed out with a receipt; each serves one car',
        })}
      </p>
      <div className="by-row">
        <Button type="primary" onClick={() => setAsking(true)}>
          {t(printCodes.title)}
        </Button>
        {batch && (
          <SaveSheets
            style="slip"
            merchantName={batch.merchantName}
            name={batch.discountName}
            until={timeText(batch.validUntil, 'minute')}
            addresses={batch.paths.map((path) => addressOf({ site: batch.site, path }))}
          />
        )}
      </div>
      {batch && (
        <p className="by-faint" role="status">
          {t(
            { zh: '已生成{n}张，仅在此显示一次，请立即打印', en: '{n} codes, shown this once: print them now' },
            { n: batch.paths.length },
          )}
        </p>
      )}
      {isAsking && (
        <OperationDialog
          isOpen
          of={printCodes}
          given={{ merchantDiscountId: discount.id }}
          fields={PRINT}
          initial={{ count: 20 }}
          title={`${t(printCodes.title)} · ${discount.name}`}
          onClose={() => setAsking(false)}
          onDone={(made) => setBatch(made)}
        />
      )}
    </div>
  );
}
