import './web.css';
import type { Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useText } from './language.ts';
import { CallFailure } from './transport.ts';

/** An empty state: says what is missing and what to do next. */
export function Empty({ title, hint, action }: { title: Label; hint?: Label; action?: ReactNode }) {
  const t = useText();
  return (
    <div className="by-blank">
      <svg className="by-blank-art" viewBox="0 0 64 48" aria-hidden="true">
        <rect x="7" y="5" width="50" height="38" rx="4" />
        <path d="M7 17h50M22 17v26" />
        <circle className="by-blank-accent" cx="44" cy="31" r="6" />
        <path className="by-blank-accent" d="m48.5 35.5 5 5" />
      </svg>
      <p className="by-blank-title">{t(title)}</p>
      {hint && <p className="by-blank-hint">{t(hint)}</p>}
      {action}
    </div>
  );
}

/** An error state: the server's message and a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText();
  if (error instanceof CallFailure && error.code === 'kernel.no-permission') return <NoPermission />;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div className="by-blank" role="alert">
      <p className="by-blank-title">{t({ zh: '加载失败', en: 'Could not load' })}</p>
      <p className="by-blank-hint">{message}</p>
      {onRetry && <Button onClick={onRetry}>{t({ zh: '重试', en: 'Try again' })}</Button>}
    </div>
  );
}

/** Shown when the user lacks the permission for the content. */
export function NoPermission() {
  return (
    <Empty
      title={{ zh: '没有权限查看此内容', en: 'You have no permission to see this' }}
      hint={{ zh: '请联系管理员为您的角色开通权限', en: 'Ask your administrator to grant it to your role' }}
    />
  );
}

/** Grey bars as a placeholder while content loads. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const t = useText();
  return (
    <div className="by-skeleton" role="status" aria-label={t({ zh: '加载中', en: 'Loading' })}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={index} style={{ width: `${92 - ((index * 23) % 55)}%` }} />
      ))}
    </div>
  );
}

/** A crashed part: rendering it again may help; if its code could not be loaded, reloading the whole page. */
function Crashed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <div className="by-blank" role="alert">
      <p className="by-blank-title">
        {t({ zh: '此处出错了，其他页面不受影响', en: 'This part failed; other pages still work' })}
      </p>
      <p className="by-blank-hint">{error instanceof Error ? error.message : String(error)}</p>
      <div className="by-row">
        <Button type="primary" onClick={onRetry}>
          {t({ zh: '重试', en: 'Try again' })}
        </Button>
        <Button onClick={() => location.reload()}>{t({ zh: '刷新页面', en: 'Reload page' })}</Button>
      </div>
    </div>
  );
}

/** Contains a crash within its part, and offers to render that part again. */
export class CrashGuard extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    reportCrash(error);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Crashed error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}

/** Reports an unhandled error to the console and to listeners of `boyun:crash` (an error-reporting service). */
export function reportCrash(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new CustomEvent('boyun:crash', { detail: error }));
}
