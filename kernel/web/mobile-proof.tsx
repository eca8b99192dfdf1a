import type { Label } from '@boyun/kernel/contract';
import { type ReactNode, useState } from 'react';
import { DriverMobile, isWholeMobile } from './driver-mobile.tsx';
import { DriverProblem, refusalText } from './driver-page.tsx';
import { useText } from './language.ts';
import { useNow } from './now.ts';

/** Until a code can be asked for once more. */
const AGAIN_SECONDS = 60;

/** A code that was sent; a trial without SMS shows it. */
export interface SentProof {
  readonly id: string;
  readonly shownCode: string | null;
}

const SENT = { zh: '验证码已发送，5分钟内有效。', en: 'A code was sent. It is valid for 5 minutes.' };

/** The form by which a driver proves a mobile: the number, then the code that was sent to it. */
export function MobileProof({
  label,
  sentLabel = SENT,
  proveLabel = { zh: '验证', en: 'Verify' },
  isReady = true,
  children,
  onSend,
  onProve,
}: {
  label?: Label;
  /** What is said once a code was sent. */
  sentLabel?: Label;
  proveLabel?: Label;
  /** Whether the other inputs are complete. */
  isReady?: boolean;
  /** Inputs above the number. */
  children?: ReactNode;
  /** Sends a code to a mobile; rejects with the refusal. */
  onSend: (mobile: string) => Promise<SentProof>;
  /** Enters the code; rejects with the refusal. */
  onProve: (id: string, smsCode: string) => Promise<void>;
}) {
  const t = useText();
  const moment = useNow(1000);
  const [mobile, setMobile] = useState('');
  const [last, setLast] = useState<(SentProof & { readonly mobile: string; readonly at: number }) | null>(null);
  // A code may have been sent when another number is typed already.
  const sent = last?.mobile === mobile ? last : null;
  const [smsCode, setSmsCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const waitsFor = sent ? Math.ceil(AGAIN_SECONDS - (moment.getTime() - sent.at) / 1000) : 0;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    await work().catch((error) => setProblem(refusalText(error)));
    setBusy(false);
  };
  const send = () => run(async () => setLast({ ...(await onSend(mobile)), mobile, at: moment.getTime() }));
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void (sent ? run(() => onProve(sent.id, smsCode)) : send());
      }}
    >
      {children}
      <DriverMobile {...(label ? { label } : {})} value={mobile} onChange={setMobile} />
      {sent && <CodeInput sent={sent} sentLabel={sentLabel} value={smsCode} onChange={setSmsCode} />}
      <DriverProblem words={problem} />
      {sent && (
        <button type="submit" className="is-main" disabled={isBusy || smsCode.length < 6}>
          {t(proveLabel)}
        </button>
      )}
      <button
        type={sent ? 'button' : 'submit'}
        className={sent ? '' : 'is-main'}
        disabled={isBusy || !isReady || !isWholeMobile(mobile) || waitsFor > 0}
        onClick={sent ? () => void send() : undefined}
      >
        {waitsFor > 0
          ? t({ zh: '{n}秒后可重新发送', en: 'Send again in {n} s' }, { n: waitsFor })
          : t({ zh: '获取验证码', en: 'Send a code' })}
      </button>
    </form>
  );
}

/** The input for the code that was sent. */
function CodeInput({
  sent,
  sentLabel,
  value,
  onChange,
}: {
  sent: SentProof;
  sentLabel: Label;
  value: string;
  onChange: (next: string) => void;
}) {
  const t = useText();
  return (
    <label>
      {t({ zh: '验证码', en: 'Code' })}
      <input
        value={value}
        maxLength={6}
        inputMode="numeric"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: the driver has just asked for the code
        autoFocus
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <span className="driver-hint" role="status">
        {sent.shownCode
          ? t(
              { zh: '演示环境不发短信，验证码：{code}', en: 'The demo sends no SMS. Your code: {code}' },
              { code: sent.shownCode },
            )
          : t(sentLabel)}
      </span>
    </label>
  );
}
