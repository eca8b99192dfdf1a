import {
  DriverPage,
  DriverPlaceholder,
  durationText,
  moneyText,
  PlateChip,
  timeText,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useEffect } from 'react';
import { Acts, type Bill } from './pay-act.view.tsx';
import { PayBanners } from './pay-banner.view.tsx';
import { usePayBill } from './pay-bill.view.ts';
import './pay-page.css';

/** The driver's payment page at `/pay/{code}`: what is due and why, a button to pay, then the result as it comes. */
export default function PayPage({ code }: { code: string }) {
  const t = useText();
  const { bill, problem, step, since, paySandbox, payAlipay, payUnionpay, payWechat } = usePayBill(code);
  const isPaid = bill !== null && bill.dueFen === 0;
  useEffect(() => {
    document.title = t({ zh: '停车缴费 · 泊云', en: 'Pay for parking · Boyun' });
  }, [t]);

  return (
    <DriverPage feedbackCode={bill?.feedbackCode}>
      {bill?.isTrial && <TrialBand />}
      {bill ? (
        <section className="driver-card">
          <PlateChip plate={bill.plate} />
          <p className="driver-lot">{bill.lotName}</p>
          {isPaid ? <Paid bill={bill} /> : <Amount bill={bill} />}
          <Facts bill={bill} />
          {bill.feeLines.length > 0 && <FeeLines bill={bill} />}
          {!isPaid && !bill.canPay && <PayByHand />}
          {!isPaid && bill.canPay && (
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
      {bill && <PayBanners code={code} />}
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
  const moment = useNow(30_000);
  return (
    <dl>
      <div>
        <dt>{t({ zh: '入场时间', en: 'Entered' })}</dt>
        <dd>{timeText(bill.enteredAt, 'minute', bill.timeZone)}</dd>
      </div>
      <div>
        <dt>{t({ zh: '停车时长', en: 'Parked for' })}</dt>
        <dd>{durationText(Math.floor((moment.getTime() - bill.enteredAt.getTime()) / 60_000) * 60)}</dd>
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
