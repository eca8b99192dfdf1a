import './important-notice.css';
import type { Output } from '@boyun/kernel/contract';
import { ActButton, CallFailure, call, Modal, timeText, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { confirmNotice, type getPendingNotices } from './important-notice.contract.ts';

/** One notice to be confirmed. */
export default function NoticeDialog({
  notice,
  count,
  onConfirmed,
  onLater,
}: {
  notice: Output<typeof getPendingNotices>['notices'][number];
  /** Number of pending notices, including this one. */
  count: number;
  onConfirmed: () => unknown;
  onLater: () => void;
}) {
  const t = useText();
  const { noticeId, edition, name, body, writer, validFrom } = notice;
  const confirm = async () => {
    try {
      await call(confirmNotice, { noticeId, edition });
    } catch (error) {
      // It was changed or ended in the meantime: the pending notices are refetched.
      if (!(error instanceof CallFailure) || error.status === 0) throw error;
    }
    // The button is busy until the next notice, or none, is shown.
    await onConfirmed();
  };
  return (
    <Modal
      open
      width={560}
      className="notice-dialog"
      title={name}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onLater}>{t({ zh: '稍后再看', en: 'Later' })}</Button>
          <ActButton type="primary" onAct={confirm}>
            {t({ zh: '我已阅读并确认', en: 'I have read this' })}
          </ActButton>
        </>
      }
    >
      <p className="notice-head">
        {t({ zh: '重要通知', en: 'Important notice' })} · {writer} · {timeText(validFrom, 'minute')}
        {count > 1 && ` · ${t({ zh: '还有 {n} 条待确认', en: '{n} more to confirm' }, { n: count - 1 })}`}
      </p>
      <p className="notice-body">{body}</p>
    </Modal>
  );
}
