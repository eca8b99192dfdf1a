import {
  DriverFacts,
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  post,
  refusalText,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import './app.css';

interface StopWire {
  readonly TenantName: string;
  readonly MaskedMobile: string;
  readonly IsAgreed: boolean;
}

/** The page of the link in an advertising SMS: one press ends them. */
export default function StopPage({ code }: { code: string }) {
  const t = useText();
  const [found, setFound] = useState<StopWire | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    document.title = t({ zh: '退订短信 · 泊云', en: 'Unsubscribe · Boyun' });
    post('/api/sms/getStop', { Code: code }, { isQuiet: true }).then(
      ({ data }) => setFound(data as StopWire),
      (error) => setProblem(refusalText(error)),
    );
  }, [code, t]);
  const stop = () =>
    post('/api/sms/stop', { Code: code }, { isQuiet: true }).then(
      () => setFound({ ...found!, IsAgreed: false }),
      (error) => setProblem(refusalText(error)),
    );
  return (
    <DriverPage>
      {found ? (
        <section className="driver-card app-account">
          <h1>{t({ zh: '推广短信', en: 'Offers by SMS' })}</h1>
          <DriverFacts
            facts={[
              [{ zh: '发送方', en: 'From' }, found.TenantName],
              [{ zh: '手机号', en: 'Mobile' }, found.MaskedMobile],
            ]}
          />
          <DriverProblem words={problem} />
          {found.IsAgreed ? (
            <div className="driver-form">
              <button type="button" className="is-main" onClick={() => void stop()}>
                {t({ zh: '退订', en: 'Unsubscribe' })}
              </button>
            </div>
          ) : (
            <p role="status">
              {t({
                zh: '已退订，不会再收到推广短信。停车、缴费等服务通知不受影响。',
                en: 'You are unsubscribed. Messages about your parking still come.',
              })}
            </p>
          )}
        </section>
      ) : (
        <DriverPlaceholder problem={problem} />
      )}
    </DriverPage>
  );
}
