import { DriverPlate, DriverProblem, isWholePlate, MobileProof, post, refusalText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { ScanWire } from './scan-wire.view.ts';

const SEND = '/api/scanInvoice/sendCode';
const BY_CODE = '/api/scanInvoice/proveByCode';
const BY_PAYMENT = '/api/scanInvoice/proveByPayment';

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
  const [plate, setPlate] = useState<string | null>(null);
  return (
    <MobileProof
      label={
        isPlateAsked
          ? { zh: '手机号（车主登记或会员绑定的号码）', en: 'Mobile registered for the car' }
          : { zh: '手机号', en: 'Mobile' }
      }
      sentLabel={sentWords(isPlateAsked && isTrial)}
      isReady={!isPlateAsked || isWholePlate(plate)}
      onSend={async (mobile) => {
        const { data } = await post(SEND, { Code: code, Mobile: mobile, Plate: plate }, { isQuiet: true });
        const { ProofId, ShownCode } = data as { ProofId: string; ShownCode: string | null };
        return { id: ProofId, shownCode: ShownCode };
      }}
      onProve={async (id, smsCode) =>
        goOn((await post(BY_CODE, { Code: code, ProofId: id, SmsCode: smsCode }, { isQuiet: true })).data)
      }
    >
      {isPlateAsked && <DriverPlate id="scan-plate" value={plate} onChange={setPlate} />}
    </MobileProof>
  );
}

function sentWords(isTrial: boolean) {
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
