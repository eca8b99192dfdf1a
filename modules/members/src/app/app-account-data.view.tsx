import './app-account.css';
import { DriverProblem, refusalText, timeText, useOneCall, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { driverPost, useDriver } from './driver-call.view.ts';

interface RequestWire {
  readonly Id: string;
  readonly Kind: 'access' | 'deletion';
  readonly State: 'waiting' | 'done';
  readonly AskedAt: string;
  readonly File: string | null;
  readonly Report: readonly { TitleZh: string; TitleEn: string; Count: number }[];
}

/** The customer's data: a file of it, and deleting the account. */
export function AccountData({ onGone }: { onGone: () => void }) {
  const t = useText();
  const [found, , refetch] = useDriver<{ IsSmsAgreed: boolean; Requests: readonly RequestWire[] }>(
    '/api/app/privacy/list',
  );
  const [code, setCode] = useState<{ CodeId: string; ShownCode: string | null } | null>(null);
  const [smsCode, setSmsCode] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [, runOne] = useOneCall();
  const run = (work: () => Promise<unknown>) =>
    runOne(async () => {
      setProblem(null);
      await work().catch((error) => setProblem(refusalText(error)));
      await refetch();
    });
  // Nothing is read again: the session ends with the account.
  const remove = () =>
    runOne(async () => {
      setProblem(null);
      await driverPost('/api/app/privacy/delete', { CodeId: code!.CodeId, SmsCode: smsCode }).then(onGone, (error) =>
        setProblem(refusalText(error)),
      );
    });
  return (
    <section className="driver-card app-account">
      <h2>{t({ zh: '我的个人信息', en: 'My data' })}</h2>
      <label className="app-sms">
        <input
          type="checkbox"
          checked={found?.IsSmsAgreed ?? false}
          disabled={!found}
          onChange={(event) =>
            void run(() => driverPost('/api/app/privacy/setSms', { IsAgreed: event.target.checked }))
          }
        />
        {t({ zh: '同意接收优惠活动短信，可随时关闭', en: 'Send me offers by SMS. I can end this at any time' })}
      </label>
      <Requests rows={found?.Requests ?? []} />
      <div className="driver-form">
        <button type="button" onClick={() => void run(() => driverPost('/api/app/privacy/askData'))}>
          {t({ zh: '导出我的信息', en: 'Export my data' })}
        </button>
        {code && (
          <label>
            {t({ zh: '验证码（已发送到您的手机）', en: 'Code, sent to your mobile' })}
            <input
              value={smsCode}
              maxLength={6}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setSmsCode(event.target.value.trim())}
            />
            {code.ShownCode && (
              <span className="driver-hint" role="status">
                {t(
                  { zh: '演示环境不发短信，验证码：{code}', en: 'The demo sends no SMS. Your code: {code}' },
                  { code: code.ShownCode },
                )}
              </span>
            )}
          </label>
        )}
        <DriverProblem words={problem} />
        {code && (
          <button type="button" className="app-danger" disabled={smsCode.length < 6} onClick={() => void remove()}>
            {t({ zh: '确认注销，不可恢复', en: 'Delete for good' })}
          </button>
        )}
        {isDeleting && !code && (
          <DeleteHint onSend={() => void run(async () => setCode(await driverPost('/api/app/privacy/sendCode')))} />
        )}
        {!isDeleting && (
          <button type="button" className="app-danger" onClick={() => setDeleting(true)}>
            {t({ zh: '注销账号', en: 'Delete my account' })}
          </button>
        )}
      </div>
    </section>
  );
}

// What the customer asked for, with its file while it is kept.
function Requests({ rows }: { rows: readonly RequestWire[] }) {
  const t = useText();
  return (
    <ul className="app-requests">
      {rows.map((one) => (
        <li key={one.Id}>
          {timeText(new Date(one.AskedAt), 'minute')}
          {one.File ? (
            <a href={one.File} download="my-data.json">
              {t(
                { zh: '下载（{n} 条）', en: 'Download ({n} rows)' },
                { n: one.Report.reduce((sum, line) => sum + line.Count, 0) },
              )}
            </a>
          ) : (
            <span>{t(one.State === 'done' ? { zh: '已完成', en: 'Done' } : { zh: '处理中', en: 'Under way' })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

// What deleting the account does, before the code is sent.
function DeleteHint({ onSend }: { onSend: () => void }) {
  const t = useText();
  return (
    <>
      <p className="driver-hint">
        {t({
          zh: '注销后车辆、消息、登录记录会删除，预约和反馈会匿名化；缴费、钱包和发票记录依法留存，不再用于其他用途。车辆在场、有欠费或钱包有余额时不能注销。',
          en: 'Cars, messages and sign-ins are erased; bookings and feedback lose your name and number. The law has us keep payments, wallet and invoices, for that alone. It takes no car parked, nothing owed and no money left.',
        })}
      </p>
      <button type="button" className="app-danger" onClick={onSend}>
        {t({ zh: '发送验证码', en: 'Send me a code' })}
      </button>
    </>
  );
}
