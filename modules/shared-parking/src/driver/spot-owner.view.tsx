import './share-phone.css';
import { instantOfWall } from '@boyun/domain/period';
import {
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  post,
  refusalText,
  timeText,
  useByCode,
  useOneCall,
  useText,
} from '@boyun/kernel/web';
import { type ReactNode, useEffect, useState } from 'react';
import { windowsText } from '../share-page/window-text.view.ts';
import { OfferMySpot } from './offer-my-spot.view.tsx';

interface Span {
  readonly FromAt: string;
  readonly UntilAt: string;
}
interface Offer {
  readonly Id: string;
  readonly Spot: string;
  readonly State: string;
  readonly Windows: Parameters<typeof windowsText>[0];
  readonly Hour: string;
  readonly DayCap: string | null;
  readonly Booked: readonly Span[];
  readonly Exceptions: readonly (Span & { readonly Id: string; readonly Kind: 'open' | 'closed' })[];
}
interface Owner {
  readonly Name: string;
  readonly LotName: string;
  readonly TimeZone: string;
  readonly Balance: string;
  readonly Earned: string;
  readonly HasAccount: boolean;
  readonly Offers: readonly Offer[];
  readonly Entries: readonly { readonly At: string; readonly Kind: string; readonly Amount: string }[];
  readonly Withdrawals: readonly { readonly AskedAt: string; readonly State: string; readonly Amount: string }[];
}

const KINDS: Readonly<Record<string, { zh: string; en: string }>> = {
  booking: { zh: '预订分成', en: 'Booking' },
  overstay: { zh: '超时分成', en: 'Overstay' },
  'overstay-back': { zh: '超时退款扣回', en: 'Overstay refunded' },
  withdrawal: { zh: '提现', en: 'Withdrawal' },
  'withdrawal-back': { zh: '提现退回', en: 'Withdrawal returned' },
};
const STATES: Readonly<Record<string, { zh: string; en: string }>> = {
  asked: { zh: '等待受理', en: 'Waiting' },
  pending: { zh: '审核中', en: 'Under review' },
  open: { zh: '共享中', en: 'Shared' },
  paused: { zh: '已暂停', en: 'Paused' },
  rejected: { zh: '未通过', en: 'Rejected' },
  approved: { zh: '待付款', en: 'To be paid' },
  paid: { zh: '已付款', en: 'Paid' },
};
const TABS = [
  { key: 'spots', zh: '我的车位', en: 'My spots' },
  { key: 'income', zh: '我的收益', en: 'My income' },
] as const;

/** Page of a spot owner at `/spots/{code}`: the own spots and what they earn. */
export default function SpotOwnerPage({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Owner>('/api/sharedSpot/getOwner', code);
  const [tab, setTab] = useState<(typeof TABS)[number]['key']>('spots');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, run] = useOneCall();
  useEffect(() => {
    document.title = t({ zh: '我的共享车位 · 泊云', en: 'My shared spots · Boyun' });
  }, [t]);
  /** Makes a call for the owner; returns whether it was taken. */
  const act = async (path: string, body: object): Promise<boolean> => {
    const isTaken = await run(async () => {
      try {
        await post(path, { Code: code, ...body }, { isQuiet: true });
        setProblem(null);
        return true;
      } catch (error) {
        setProblem(refusalText(error));
        return false;
      } finally {
        await ask();
      }
    });
    return isTaken ?? false;
  };
  if (!found)
    return (
      <DriverPage>
        <DriverPlaceholder problem={missing} />
      </DriverPage>
    );
  return (
    <DriverPage>
      <section className="driver-card share-card">
        <h1>{found.Name}</h1>
        <p className="driver-lot">{found.LotName}</p>
        <p className="share-balance">
          <small>{t({ zh: '可提现', en: 'Balance' })}</small>¥{found.Balance}
        </p>
        <p className="share-hint">{t({ zh: `累计收益 ¥${found.Earned}`, en: `Earned ¥${found.Earned}` })}</p>
        <fieldset className="share-tabs">
          {TABS.map((one) => (
            <button key={one.key} type="button" aria-pressed={one.key === tab} onClick={() => setTab(one.key)}>
              {t(one)}
            </button>
          ))}
        </fieldset>
        <DriverProblem words={problem} />
        {tab === 'spots' ? <MySpots owner={found} act={act} /> : <MyIncome owner={found} isBusy={isBusy} act={act} />}
      </section>
    </DriverPage>
  );
}

type Act = (path: string, body: object) => Promise<boolean>;

function MySpots({ owner, act }: { owner: Owner; act: Act }) {
  const t = useText();
  const [isOffering, setOffering] = useState(false);
  return (
    <>
      {owner.Offers.map((one) => (
        <MySpot key={one.Id} offer={one} zone={owner.TimeZone} act={act} />
      ))}
      {isOffering ? (
        <OfferMySpot
          onCancel={() => setOffering(false)}
          onOffer={async (body) => {
            if (await act('/api/sharedSpot/offer', body)) setOffering(false);
          }}
        />
      ) : (
        <div className="driver-form">
          <button type="button" onClick={() => setOffering(true)}>
            {t({ zh: '共享一个车位', en: 'Share a spot' })}
          </button>
        </div>
      )}
    </>
  );
}

function MySpot({ offer, zone, act }: { offer: Offer; zone: string; act: Act }) {
  const t = useText();
  const [kind, setKind] = useState<'closed' | 'open' | null>(null);
  const time = (at: string) => timeText(new Date(at), 'minute', zone).slice(5);
  const span = (one: Span) => `${time(one.FromAt)} – ${time(one.UntilAt)}`;
  const canAct = offer.State === 'open' || offer.State === 'paused';
  return (
    <article className="share-own">
      <h2>
        {offer.Spot} <small>{t(STATES[offer.State] ?? { zh: offer.State, en: offer.State })}</small>
      </h2>
      <p>{windowsText(offer.Windows, t)}</p>
      <p className="share-hint">
        {t({ zh: `¥${offer.Hour}/小时`, en: `¥${offer.Hour}/h` })}
        {offer.DayCap && t({ zh: `，封顶¥${offer.DayCap}`, en: `, at most ¥${offer.DayCap}` })}
      </p>
      <Lines label={{ zh: '已被预订', en: 'Booked' }}>
        {offer.Booked.map((one) => (
          <li key={one.FromAt}>{span(one)}</li>
        ))}
      </Lines>
      <Lines label={{ zh: '临时调整', en: 'Adjustments' }}>
        {offer.Exceptions.map((one) => (
          <li key={one.Id}>
            {t(one.Kind === 'closed' ? { zh: '不共享', en: 'Closed' } : { zh: '加开', en: 'Open' })} {span(one)}
            <button
              type="button"
              onClick={() => void act('/api/sharedSpot/removeException', { OfferId: offer.Id, ExceptionId: one.Id })}
            >
              {t({ zh: '撤销', en: 'Remove' })}
            </button>
          </li>
        ))}
      </Lines>
      {canAct && kind === null && (
        <div className="share-pair">
          <button type="button" onClick={() => setKind('closed')}>
            {t({ zh: '收回时间', en: 'Take back' })}
          </button>
          <button type="button" onClick={() => setKind('open')}>
            {t({ zh: '加开时间', en: 'Add time' })}
          </button>
        </div>
      )}
      {kind && (
        <Adjust
          kind={kind}
          zone={zone}
          onCancel={() => setKind(null)}
          onDone={async (body) => {
            if (await act('/api/sharedSpot/except', { OfferId: offer.Id, Kind: kind, ...body })) setKind(null);
          }}
        />
      )}
    </article>
  );
}

function Lines({ label, children }: { label: { zh: string; en: string }; children: readonly ReactNode[] }) {
  const t = useText();
  if (children.length === 0) return null;
  return (
    <>
      <h3>{t(label)}</h3>
      <ul>{children}</ul>
    </>
  );
}

function Adjust({
  kind,
  zone,
  onCancel,
  onDone,
}: {
  kind: 'closed' | 'open';
  zone: string;
  onCancel: () => void;
  onDone: (span: Span) => Promise<void>;
}) {
  const t = useText();
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const at = (text: string) => new Date(instantOfWall(text, zone)).toISOString();
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void onDone({ FromAt: at(from), UntilAt: at(until) });
      }}
    >
      <label>
        {t({ zh: '开始', en: 'From' })}
        <input type="datetime-local" required value={from} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        {t({ zh: '结束', en: 'Until' })}
        <input type="datetime-local" required value={until} onChange={(event) => setUntil(event.target.value)} />
      </label>
      <button type="submit" className="is-main" disabled={!from || !until}>
        {t(kind === 'closed' ? { zh: '收回这段时间', en: 'Take it back' } : { zh: '加开这段时间', en: 'Add it' })}
      </button>
      <button type="button" onClick={onCancel}>
        {t({ zh: '返回', en: 'Back' })}
      </button>
    </form>
  );
}

/** An amount with its sign in front: `-¥14.00`. */
const signedYuan = (amount: string) => (amount.startsWith('-') ? `-¥${amount.slice(1)}` : `¥${amount}`);

function MyIncome({ owner, isBusy, act }: { owner: Owner; isBusy: boolean; act: Act }) {
  const t = useText();
  const [amount, setAmount] = useState('');
  const time = (at: string) => timeText(new Date(at), 'minute', owner.TimeZone).slice(5);
  return (
    <>
      {owner.HasAccount ? (
        <form
          className="driver-form"
          onSubmit={async (event) => {
            event.preventDefault();
            if (await act('/api/sharedSpot/withdraw', { Amount: Number(amount).toFixed(2) })) setAmount('');
          }}
        >
          <label>
            {t({ zh: '提现金额（元）', en: 'Withdraw (yuan)' })}
            <input
              inputMode="decimal"
              value={amount}
              placeholder={owner.Balance}
              onChange={(event) => setAmount(event.target.value.trim())}
            />
          </label>
          <button type="submit" className="is-main" disabled={isBusy || !(Number(amount) > 0)}>
            {t({ zh: '申请提现', en: 'Ask for it' })}
          </button>
        </form>
      ) : (
        <p className="share-hint">
          {t({
            zh: '提现前请联系车场登记收款账户',
            en: 'Ask the car park to add your bank account before you withdraw',
          })}
        </p>
      )}
      <article className="share-own">
        <Lines label={{ zh: '提现', en: 'Withdrawals' }}>
          {owner.Withdrawals.map((one) => (
            <li key={one.AskedAt}>
              {time(one.AskedAt)} {t(STATES[one.State] ?? { zh: '已退回', en: 'Returned' })} <b>¥{one.Amount}</b>
            </li>
          ))}
        </Lines>
        <Lines label={{ zh: '收益流水', en: 'Movements' }}>
          {owner.Entries.map((one) => (
            <li key={`${one.At}${one.Kind}${one.Amount}`}>
              {time(one.At)} {t(KINDS[one.Kind] ?? { zh: one.Kind, en: one.Kind })} <b>{signedYuan(one.Amount)}</b>
            </li>
          ))}
        </Lines>
      </article>
    </>
  );
}
