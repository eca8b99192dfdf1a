import { pattern } from '@boyun/domain/pattern';
import { DriverPlate, DriverProblem, isWholePlate, post, refusalText, useNow, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { ScanWire } from './scan-wire.view.ts';

const SEND = '/api/scanInvoice/sendCode';
const BY_CODE = '/api/scanInvoice/proveByCode';
const BY_PAYMENT = '/api/scanInvoice/proveByPayment';
/** Until a code can be asked for once more. */
const AGAIN_SECONDS = 60;

/** At a place: proves that the car is the driver's, by his mobile or by the number of his payment. */
export function ProofCard({ code, page }: { code: string; page: ScanWire }) {
  const t = useText();
  const [isByPayment, setByPayment] = useState(false);
  return (
    <section className="driver-card scan">
      <h1>{t({ zh: '开发票', en: 'Get an invoice' })}</h1>
      <p className="driver-lot">{page.LotName}</p>
      {page.IsOpen ? (
        <>
          <fieldset className="scan-types scan-ways" aria-label={t({ zh: '验证方式', en: 'How to verify' })}>
            <button type="button" aria-pressed={!isByPayment} onClick={() => setByPayment(false)}>
              {t({ zh: '手机号验证', en: 'By mobile' })}
            </button>
            <button type="button" aria-pressed={isByPayment} onClick={() => setByPayment(true)}>
              {t({ zh: '支付单号验证', en: 'By payment' })}
            </button>
          </fieldset>
          {isByPayment ? <ByPayment code={code} /> : <ByMobile code={code} isPlateAsked isTrial={page.IsTrial} />}
        </>
      ) : (
        <p className="scan-empty">
          {t({
            zh: '本车场未开通电子发票，请联系现场工作人员',
            en: 'This car park does not issue e-invoices. Please ask the staff',
          })}
        </p>
      )}
    </section>
  );
}

const goOn = (data: unknown) => location.replace(`/invoice/${(data as { Pass: string }).Pass}`);

/** Runs calls of a form one at a time, and keeps the refusal of the last. */
function useCall() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (path: string, values: Readonly<Record<string, unknown>>, then: (data: unknown) => void) => {
    setBusy(true);
    setProblem(null);
    try {
      then((await post(path, values, { isQuiet: true })).data);
    } catch (error) {
      setProblem(refusalText(error));
    }
    setBusy(false);
  };
  return { problem, isBusy, run };
}

interface Sent {
  readonly proofId: string;
  readonly shownCode: string | null;
  readonly at: number;
}

/** Proves a mobile by a code that is sent to it; at a place, of the plate's owner. */
export function ByMobile({
  code,
  isPlateAsked,
  isTrial = false,
}: {
  code: string;
  isPlateAsked: boolean;
  isTrial?: boolean;
}) {
  const t = useText();
  const moment = useNow(1000);
  const [plate, setPlate] = useState<string | null>(null);
  const [mobile, setMobile] = useState('');
  const [sent, setSent] = useState<Sent | null>(null);
  const [smsCode, setSmsCode] = useState('');
  const { problem, isBusy, run } = useCall();
  const waitsFor = sent ? Math.ceil(AGAIN_SECONDS - (moment.getTime() - sent.at) / 1000) : 0;
  const isReady = pattern.mobile.isValid(mobile) && (!isPlateAsked || isWholePlate(plate));
  const send = () =>
    run(SEND, { Code: code, Mobile: mobile, Plate: plate }, (data) => {
      const { ProofId, ShownCode } = data as { ProofId: string; ShownCode: string | null };
      setSent({ proofId: ProofId, shownCode: ShownCode, at: moment.getTime() });
    });
  const prove = () => run(BY_CODE, { Code: code, ProofId: sent!.proofId, SmsCode: smsCode }, goOn);
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void (sent ? prove() : send());
      }}
    >
      {isPlateAsked && <DriverPlate id="scan-plate" value={plate} onChange={setPlate} />}
      <label>
        {t(
          isPlateAsked
            ? { zh: '手机号（车主登记或会员绑定的号码）', en: 'Mobile registered for the car' }
            : { zh: '手机号', en: 'Mobile' },
        )}
        <input
          value={mobile}
          maxLength={11}
          inputMode="numeric"
          autoComplete="tel-national"
          onChange={(event) => {
            setMobile(event.target.value.trim());
            setSent(null);
          }}
        />
      </label>
      {sent && (
        <label>
          {t({ zh: '验证码', en: 'Code' })}
          <input
            value={smsCode}
            maxLength={6}
            inputMode="numeric"
            autoComplete="one-time-code"
            // biome-ignore lint/a11y/noAutofocus: the driver has just asked for the code
            autoFocus
            onChange={(event) => setSmsCode(event.target.value.trim())}
          />
          <span className="scan-hint" role="status">
            {t(sentWords(sent, isPlateAsked && isTrial), { code: sent.shownCode ?? '' })}
          </span>
        </label>
      )}
      <DriverProblem words={problem} />
      {sent && (
        <button type="submit" className="is-main" disabled={isBusy || smsCode.length < 6}>
          {t({ zh: '验证', en: 'Verify' })}
        </button>
      )}
      <button
        type={sent ? 'button' : 'submit'}
        className={sent ? '' : 'is-main'}
        disabled={isBusy || !isReady || waitsFor > 0}
        onClick={sent ? () => void send() : undefined}
      >
        {waitsFor > 0
          ? t({ zh: '{n}秒后可重新发送', en: 'Send again in {n} s' }, { n: waitsFor })
          : t({ zh: '获取验证码', en: 'Send a code' })}
      </button>
    </form>
  );
}

function sentWords({ shownCode }: Sent, isTrial: boolean) {
  if (shownCode) return { zh: '演示环境不发短信，验证码：{code}', en: 'The demo sends no SMS. Your code: {code}' };
  if (isTrial)
    return {
      zh: '若该手机号登记在此车牌名下，验证码已发送（演示环境会直接显示）。',
      en: 'If this mobile is registered for the plate, a code was sent; the demo would show it here.',
    };
  return {
    zh: '若该手机号登记在此车牌名下，验证码已发送，5分钟内有效。',
    en: 'If this mobile is registered for the plate, a code was sent. It is valid for 5 minutes.',
  };
}

/** Proves a payment by its number, as receipts show it. */
function ByPayment({ code }: { code: string }) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [number, setNumber] = useState('');
  const { problem, isBusy, run } = useCall();
  const prove = () => run(BY_PAYMENT, { Code: code, Plate: plate, PaymentNo: number.trim() }, goOn);
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void prove();
      }}
    >
      <DriverPlate id="scan-plate" value={plate} onChange={setPlate} />
      <label>
        {t({
          zh: '支付单号（见缴费凭证或支付账单的商户单号）',
          en: 'Payment number, as on the receipt or in the payment app',
        })}
        <input
          value={number}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => setNumber(event.target.value.toUpperCase())}
        />
      </label>
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isBusy || !isWholePlate(plate) || number.trim().length < 8}>
        {t(isBusy ? { zh: '正在查询…', en: 'Checking…' } : { zh: '验证', en: 'Verify' })}
      </button>
    </form>
  );
}
