import './driver-page.css';
import { normalizePlate, plateColorOf } from '@boyun/domain/plate';
import type { Label } from '@boyun/kernel/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AnswerOrder } from './answer-order.ts';
import { DriverMobile } from './driver-mobile.tsx';
import { setLanguage, useLanguage, useText } from './language.ts';
import { CallFailure, post } from './transport.ts';

/**
 * A page on the phone of a driver, without sign-in: product name, language switch, contact; with `feedbackCode` a link to give feedback.
 */
export function DriverPage({ feedbackCode, children }: { feedbackCode?: string | null; children: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  return (
    <main className="driver">
      <header>
        <b>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M11 25V8h6.2a5.4 5.4 0 0 1 0 10.8H11" />
          </svg>
          {t({ zh: '泊云停车', en: 'Boyun Parking' })}
        </b>
        <button type="button" onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}>
          {language === 'zh' ? 'English' : '中文'}
        </button>
      </header>
      {children}
      <footer>
        {t({ zh: '如有疑问请联系现场工作人员', en: 'Questions? Ask the staff at the car park' })}
        {feedbackCode && (
          <>
            {t({ zh: '，或', en: ', or ' })}
            <a href={`/feedback/${feedbackCode}`}>{t({ zh: '提交意见反馈', en: 'write to us' })}</a>
          </>
        )}
      </footer>
    </main>
  );
}

/** Returns the message of a refused call: that of the invalid field, if there is one. */
export const refusalText = (error: unknown): string =>
  error instanceof CallFailure ? (error.issues?.[0]?.message ?? error.message) : String(error);

type More = Readonly<Record<string, string | null>>;
type Asked<T> = [found: T | null, problem: string | null, refetch: (more?: More) => Promise<void>];

/**
 * Returns the response of a call, and the message when it is refused. The call is repeated when the key or the language changes, and by
 * `refetch`, which may change the rest of its input. Late answers to earlier questions are not shown.
 */
export function useAnswer<T>(send: (more: More) => Promise<T>, key: string): Asked<T> {
  const language = useLanguage();
  const [found, setFound] = useState<T | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef<More>({});
  const [order] = useState(() => new AnswerOrder());
  const ask = async (isOther: boolean) => {
    const isNews = order.ask(isOther);
    try {
      const answer = await send(sent.current);
      if (!isNews()) return;
      setFound(answer);
      setProblem(null);
    } catch (error) {
      if (isNews()) setProblem(refusalText(error));
    }
  };
  const refetch = async (more?: More) => {
    if (more) sent.current = more;
    await ask(more !== undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's sentences follow the language
  useEffect(() => {
    void ask(true);
  }, [key, language]);
  return [found, problem, refetch];
}

/**
 * Returns the response of a public call for a code. These pages use the wire format directly, so that the contracts' validation code, which
 * is larger than they are, is not sent to the driver's phone.
 */
export function useByCode<T>(path: string, code: string): Asked<T> {
  return useAnswer(async (more) => (await post(path, { Code: code, ...more }, { isQuiet: true })).data as T, code);
}

/** Placeholder while there is nothing to show yet, or when loading failed. */
export function DriverPlaceholder({ problem, children }: { problem: string | null; children?: ReactNode }) {
  const t = useText();
  return (
    <section className="driver-card driver-blank">
      {problem ? (
        <>
          <b>{problem}</b>
          {children}
        </>
      ) : (
        <p>{t({ zh: '正在查询…', en: 'One moment…' })}</p>
      )}
    </section>
  );
}

/** A large plate, without the extras of the grid's chip. */
export function PlateChip({ plate }: { plate: string }) {
  const text = normalizePlate(plate);
  return (
    <span className={`driver-plate is-${plateColorOf(text)}`}>
      {text.slice(0, 2)}
      <i aria-hidden="true" />
      {text.slice(2)}
    </span>
  );
}

/** The facts of a driver's card, each under its name; those without a value are left out. */
export function DriverFacts({ facts }: { facts: readonly (readonly [Label, string | null])[] }) {
  const t = useText();
  return (
    <dl>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The two inputs for a driver's plate and mobile number. */
export function PlateAndMobile({
  plate,
  mobile,
  plateLabel,
  mobileLabel,
  onPlate,
  onMobile,
}: {
  plate: string;
  mobile: string;
  plateLabel: Label;
  mobileLabel: Label;
  onPlate: (plate: string) => void;
  onMobile: (mobile: string) => void;
}) {
  const t = useText();
  return (
    <>
      <label>
        {t(plateLabel)}
        <input
          value={plate}
          maxLength={16}
          autoComplete="off"
          placeholder={t({ zh: '如 粤B12345', en: 'For example 粤B12345' })}
          onChange={(event) => onPlate(event.target.value.toUpperCase())}
        />
      </label>
      <DriverMobile label={mobileLabel} value={mobile} onChange={onMobile} />
    </>
  );
}

/** The validation error of a driver's input. */
export function DriverProblem({ words }: { words: string | null }) {
  return (
    words && (
      <p className="by-issue" role="alert">
        {words}
      </p>
    )
  );
}
