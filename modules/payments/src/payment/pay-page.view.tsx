import {
  DriverPage,
  DriverPlaceholder,
  durationText,
  moneyText,
  PlateChip,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { Acts, type Bill } from './pay-act.view.tsx';
import { PayBanners } from './pay-banner.view.tsx';
import { canBePaid, usePayBill } from './pay-bill.view.ts';
import { PayCoupon } from './pay-coupon.view.tsx';
import { PurchaseFacts, PurchaseOver, PurchaseTitle } from './pay-purchase.view.tsx';
import './pay-page.css';

/** The driver's payment page at `/pay/{code}`: what is due and why, a button to pay, then the result as it comes. */
export default function PayPage({ code }: { code: string }) {
  const t = useText();
  const { bill, problem, step, since, isOffline, askAgain, paySandbox, payAlipay, payUnionpay, payWechat } =
    usePayBill(code);
  const isPaid = bill !== null && bill.dueFen === 0;
  useEffect(() => {
    document.title = bill?.purchase
      ? t({ zh: '支付 · 泊云', en: 'Pay · Boyun' })
      : t({ zh: '停车缴费 · 泊云', en: 'Pay for parking · Boyun' });
  }, [t, bill?.purchase]);

  return (
    <DriverPage feedbackCode={bill?.feedbackCode}>
      {bill?.isTrial && <TrialBand />}
      {isOffline && <Offline />}
      {bill ? (
        <section className="driver-card">
          {bill.purchase ? <PurchaseTitle purchase={bill.purchase} /> : <PlateChip plate={bill.plate} />}
          <p className="driver-lot">{bill.lotName}</p>
          {isPaid ? <Paid bill={bill} /> : <Amount bill={bill} />}
          {bill.purchase ? <PurchaseFacts bill={bill} purchase={bill.purchase} /> : <Facts bill={bill} />}
          {bill.entryPictureUrl && <EntryPicture address={bill.entryPictureUrl} />}
          {bill.feeLines.length > 0 && <FeeLines bill={bill} />}
          {bill.payments.length > 0 && <Receipt bill={bill} />}
          {!isPaid && bill.canUseCoupon && step === 'ready' && <PayCoupon code={code} onApplied={askAgain} />}
          {!isPaid && !canBePaid(bill) && <PurchaseOver />}
          {canBePaid(bill) && !bill.canPay && <PayByHand />}
          {canBePaid(bill) && bill.canPay && (
            <Acts
              step={step}
              since={since}
              problem={problem}
              bill={bill}
              onPay={paySandbox}
              onPayAlipay={payAlipay}
              onPayUnionpay={payUnionpay}
              onPayWechat={payWechat}
            />
          )}
        </section>
      ) : (
        <DriverPlaceholder problem={problem}>
          <p>
            {t({
              zh: '请重新扫描二维码，或到岗亭缴费',
              en: 'Scan the code once more, or pay at the booth',
            })}
          </p>
        </DriverPlaceholder>
      )}
      {bill && !bill.purchase && <PayBanners code={code} />}
    </DriverPage>
  );
}

/** Says that this car park simulates payments. */
function TrialBand() {
  const t = useText();
  return (
    <p className="pay-trial" role="note">
      {t({ zh: '试用：支付为模拟，不会实际扣款', en: 'Trial: payments are simulated, no money is taken' })}
    </p>
  );
}

/** Says that the server cannot be reached, and that nothing is lost by it. */
function Offline() {
  const t = useText();
  return (
    <p className="pay-offline" role="status">
      {t({
        zh: '网络不通，正在重试。请勿关闭页面，已付的款项不会丢失，也不会重复扣款',
        en: 'No connection, trying again. Keep this page open: what you paid is safe, and nothing is taken twice',
      })}
    </p>
  );
}

/** The payments that arrived, to be printed or passed on. */
function Receipt({ bill }: { bill: Bill }) {
  const t = useText();
  const share = () => navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
  return (
    <section className="pay-receipt" aria-label={t({ zh: '支付凭证', en: 'Receipt' })}>
      <h2>{t({ zh: '支付凭证', en: 'Receipt' })}</h2>
      <ul>
        {bill.payments.map((one) => (
          <li key={one.paymentNo}>
            <span>
              {t(one)}
              <small>
                {timeText(one.paidAt, 'minute', bill.timeZone)}
                <br />
                {one.paymentNo}
              </small>
            </span>
            <b>¥{moneyText(one.amountFen)}</b>
          </li>
        ))}
      </ul>
      <div className="pay-receipt-acts">
        {bill.canInvoice && bill.feedbackCode && (
          <a href={`/invoice/${bill.feedbackCode}`}>{t({ zh: '开发票', en: 'Get an invoice' })}</a>
        )}
        <button type="button" onClick={() => print()}>
          {t({ zh: '打印', en: 'Print' })}
        </button>
        {'share' in navigator && (
          <button type="button" onClick={() => void share()}>
            {t({ zh: '分享', en: 'Share' })}
          </button>
        )}
      </div>
    </section>
  );
}

/** How to pay where no payment by phone is taken. */
function PayByHand() {
  const t = useText();
  return (
    <div className="pay-by-hand" role="note">
      <b>{t({ zh: '本车场不支持手机支付', en: 'This car park takes no payments by phone' })}</b>
      <p>
        {t({
          zh: '请到岗亭缴费；无人值守时，请按出口的呼叫按钮联系工作人员。缴费后道闸会开启。',
          en: 'Pay at the booth. If it is unattended, press the call button at the exit. The barrier opens once you have paid.',
        })}
      </p>
    </div>
  );
}

function Amount({ bill }: { bill: Bill }) {
  const t = useText();
  return (
    <div className="pay-amount">
      <span>{t({ zh: '应付金额', en: 'To pay' })}</span>
      <b>
        <small>¥</small>
        {moneyText(bill.dueFen)}
      </b>
    </div>
  );
}

function Paid({ bill }: { bill: Bill }) {
  const t = useText();
  return (
    <div className="pay-done" role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-16" />
      </svg>
      <b>{t(bill.paidFen > 0 ? { zh: '支付成功', en: 'Paid' } : { zh: '无需缴费', en: 'Nothing to pay' })}</b>
      {bill.graceUntil && (
        <p>
          {t(
            { zh: '请于 {at} 前离场', en: 'Please leave before {at}' },
            { at: timeText(bill.graceUntil, 'minute', bill.timeZone).slice(11) },
          )}
        </p>
      )}
    </div>
  );
}

/** The picture of the car at the entry; folded, so that it loads only when the driver asks. */
function EntryPicture({ address }: { address: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  // Each answer signs the address anew: the picture stays with the first.
  const [first] = useState(address);
  return (
    <details className="pay-lines" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t({ zh: '入场图片', en: 'Picture at the entry' })}</summary>
      {isOpen && <img src={first} alt={t({ zh: '车辆入场图片', en: 'The car at the entry' })} />}
    </details>
  );
}

/** How the fee came about, line by line; folded until the driver asks. */
function FeeLines({ bill }: { bill: Bill }) {
  const t = useText();
  const time = (at: Date) => timeText(at, 'minute', bill.timeZone).slice(5);
  return (
    <details className="pay-lines">
      <summary>{t({ zh: '计费明细', en: 'How the fee came about' })}</summary>
      {bill.isCut && (
        <p>{t({ zh: '停车时间较长，仅显示最近的明细', en: 'A long stay: only the last lines are shown' })}</p>
      )}
      <ul>
        {bill.feeLines.map((line) => (
          <li key={line.from.getTime()}>
            <span>
              <small>
                {time(line.from)} – {time(line.to)}
              </small>
              {t(line)}
            </span>
            <b>¥{moneyText(line.amountFen)}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Facts({ bill }: { bill: Bill }) {
  const t = useText();
  return (
    <dl>
      {bill.enteredAt && (
        <div>
          <dt>{t({ zh: '入场时间', en: 'Entered' })}</dt>
          <dd>{timeText(bill.enteredAt, 'minute', bill.timeZone)}</dd>
        </div>
      )}
      <div>
        <dt>{t({ zh: '停车时长', en: 'Parked for' })}</dt>
        <dd>{durationText(bill.parkedMinutes * 60)}</dd>
      </div>
      <div>
        <dt>{t({ zh: '停车费', en: 'Fee' })}</dt>
        <dd>¥{moneyText(bill.feeFen)}</dd>
      </div>
      {bill.reductions.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a reduction never move among themselves
        <div key={index}>
          <dt>{t(line)}</dt>
          <dd>−¥{moneyText(line.amountFen)}</dd>
        </div>
      ))}
      {bill.debtFen > 0 && (
        <div>
          <dt>{t({ zh: '以往欠费', en: 'Owed of earlier stays' })}</dt>
          <dd>¥{moneyText(bill.debtFen)}</dd>
        </div>
      )}
      {bill.paidFen > 0 && (
        <div>
          <dt>{t({ zh: '已付', en: 'Paid' })}</dt>
          <dd>¥{moneyText(bill.paidFen)}</dd>
        </div>
      )}
    </dl>
  );
}
