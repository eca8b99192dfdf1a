import './web.css';
import type { Label } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useText } from './language.ts';
import { CallFailure } from './transport.ts';

/** Nothing to show: says what it is and what to do next. */
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

/** Something failed: the server's sentence and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText();
  if (error instanceof CallFailure && error.code === 'kernel.no-permission') return <NoPermission />;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div className="by-blank" role="alert">
      <p className="by-blank-title">{t({ zh: '加载失败', en: 'Could not be loaded' })}</p>
      <p className="by-blank-hint">{message}</p>
      {onRetry && <Button onClick={onRetry}>{t({ zh: '重试', en: 'Try again' })}</Button>}
    </div>
  );
}

/** The user lacks the right to see this. */
export function NoPermission() {
  return (
    <Empty
      title={{ zh: '没有权限查看此内容', en: 'You have no permission to see this' }}
      hint={{ zh: '请联系管理员为您的角色开通权限', en: 'Ask your administrator to grant it to your role' }}
    />
  );
}

/** Grey bars where content is about to be. */
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

/** A part that broke: drawing it anew may help, and if its code could not be fetched, loading the whole page. */
function Crashed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  return (
    <div className="by-blank" role="alert">
      <p className="by-blank-title">{t({ zh: '此处出错了，其他页面不受影响', en: 'This broke; other pages go on' })}</p>
      <p className="by-blank-hint">{error instanceof Error ? error.message : String(error)}</p>
      <div className="by-row">
        <Button type="primary" onClick={onRetry}>
          {t({ zh: '重试', en: 'Try again' })}
        </Button>
        <Button onClick={() => location.reload()}>{t({ zh: '刷新页面', en: 'Load the page anew' })}</Button>
      </div>
    </div>
  );
}

/** Keeps a crash inside the part it happened in, and offers to draw that part anew. */
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

/** Tells the console, and whoever listens to `boyun:crash` (an error-reporting service), of an unhandled error. */
export function reportCrash(error: unknown): void {
  console.error(error);
  window.dispatchEvent(new CustomEvent('boyun:crash', { detail: error }));
}
