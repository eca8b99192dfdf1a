import { CallFailure, notify, post, useText } from '@boyun/kernel/web';
import { type FormEvent, useState } from 'react';
import { PasswordField } from './password-field.tsx';

const FIELDS = [
  {
    key: 'Code',
    isFull: true,
    label: { zh: '一次性代码', en: 'One-time code' },
    hint: { zh: '服务启动时打印在控制台', en: 'Printed on the console when the server started' },
  },
  { key: 'PlatformAccount', label: { zh: '平台管理员账号', en: 'Platform account' } },
  { key: 'PlatformPassword', label: { zh: '平台管理员密码', en: 'Platform password' }, isPassword: true },
  {
    key: 'TenantCode',
    label: { zh: '租户编码', en: 'Tenant code' },
    hint: { zh: '小写字母、数字和短横线', en: 'Lower-case letters, digits and dashes' },
  },
  { key: 'TenantName', label: { zh: '租户名称', en: 'Tenant name' } },
  { key: 'AdminAccount', label: { zh: '租户管理员账号', en: 'Administrator account' } },
  { key: 'AdminPassword', label: { zh: '租户管理员密码', en: 'Administrator password' }, isPassword: true },
] as const;

/** First start: the code from the server's console creates the platform administrator and the first tenant. */
export function SetUpForm({ onDone }: { onDone: () => void }) {
  const t = useText();
  const [values, setValues] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const change = (key: string) => (value: string) => {
    setValues((last) => ({ ...last, [key]: value }));
    setProblems((last) => ({ ...last, [key]: '' }));
  };
  const setUp = async (event: FormEvent) => {
    event.preventDefault();
    const missing = FIELDS.filter(({ key }) => !values[key]?.trim());
    if (missing.length > 0) {
      setProblems(Object.fromEntries(missing.map(({ key }) => [key, t({ zh: '不能为空', en: 'Required' })])));
      return;
    }
    setBusy(true);
    setProblems({});
    try {
      await post('/api/setup/create', values, { isQuiet: true });
      notify('good', { zh: '初始化完成，请登录', en: 'Setup complete, please sign in' });
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const found = Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message]));
      setProblems(error.issues.length > 0 ? found : { '': error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="login-form login-set-up" onSubmit={setUp} noValidate>
      <p className="login-lead">{t({ zh: '首次使用，请完成初始化', en: 'Welcome. Set up the product first.' })}</p>
      {FIELDS.map((field) => (
        <div key={field.key} className={'isFull' in field ? 'login-field is-full' : 'login-field'}>
          {'isPassword' in field ? (
            <PasswordField
              label={t(field.label)}
              value={values[field.key] ?? ''}
              onChange={change(field.key)}
              autoComplete="new-password"
              t={t}
            />
          ) : (
            <label>
              <span>{t(field.label)}</span>
              <input
                value={values[field.key] ?? ''}
                maxLength={64}
                autoComplete="off"
                autoCapitalize="none"
                placeholder={'hint' in field ? t(field.hint) : undefined}
                onChange={(event) => change(field.key)(event.target.value)}
              />
            </label>
          )}
          {problems[field.key] && (
            <p className="login-problem" role="alert">
              {problems[field.key]}
            </p>
          )}
        </div>
      ))}
      <p className="login-note">
        {t({
          zh: '新租户没有支付渠道：司机到岗亭缴费，二维码不能付款。想先试用模拟支付，可由平台管理员在租户管理中开启试用。',
          en: 'A new tenant has no payment channel: drivers pay at the booth, not by QR code. To try simulated payments, the platform administrator starts a trial under Tenants.',
        })}
      </p>
      <p className="login-problem" role="alert">
        {problems['']}
      </p>
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t({ zh: '完成初始化', en: 'Finish' })}
      </button>
    </form>
  );
}
