import './base.css';
import type { Label } from '@boyun/kernel/contract';
import { translate, useText } from './language.ts';
import { now } from './now.ts';
import { createStore, useStore } from './store.ts';

/** A short notification: top centre, or with a title at the right (spec §8). */
export interface Notice {
  readonly id: number;
  readonly tone: 'good' | 'info' | 'warn' | 'bad';
  readonly title: string | null;
  readonly text: string;
}

/** Shown after a write that waits for approval. */
export const SENT_FOR_REVIEW: Label = {
  zh: '已提交审核，通过后生效',
  en: 'Sent for review, it takes effect once approved',
};

/** Results of deleting a row. */
export const REMOVED_WORDS = {
  deleted: { zh: '删除成功', en: 'Deleted' },
  retired: {
    zh: '已有历史记录引用，未删除，已改为停用',
    en: 'Closed instead of deleted, because history refers to it',
  },
  pending: SENT_FOR_REVIEW,
};

/** A notification in the notification panel. */
export interface PastNotice extends Notice {
  readonly at: Date;
}

/** Maximum number of notifications in the panel. */
const KEPT_NOTICES = 50;

const notices = createStore<readonly Notice[]>([]);
const past = createStore<readonly PastNotice[]>([]);
let lastId = 0;

/** Returns the latest notifications, newest first; success messages of the user's own acts are not kept. */
export function usePastNotices(): readonly PastNotice[] {
  return useStore(past);
}

/** Clears the panel. */
export function clearPastNotices(): void {
  past.set([]);
}

function show(tone: Notice['tone'], title: string | null, text: string, shownMs: number): void {
  const alike = notices.get().find((one) => one.text === text && one.title === title);
  if (alike) return;
  lastId += 1;
  const id = lastId;
  const notice = { id, tone, title, text };
  notices.set([...notices.get(), notice]);
  if (tone !== 'good') past.set([{ ...notice, at: now() }, ...past.get()].slice(0, KEPT_NOTICES));
  if (Number.isFinite(shownMs)) setTimeout(() => closeNotice(id), shownMs);
}

/** Closes a notification. */
export function closeNotice(id: number): void {
  notices.set(notices.get().filter((one) => one.id !== id));
}

/** Closes all notifications. */
export function closeNotices(): void {
  notices.set([]);
}

/** Shows a line at the top: `notify('good', { zh: '密码修改成功', en: 'Password changed' })`, for 3 s, warnings for 2 s. */
export function notify(tone: Notice['tone'], text: Label | string, shownMs = tone === 'warn' ? 2000 : 3000): void {
  show(tone, null, typeof text === 'string' ? text : translate(text), shownMs);
}

/** Shows a titled notification at the right, 100 px below the top. */
export function announce(tone: Notice['tone'], title: Label, text: Label | string, shownMs = 3000): void {
  show(tone, translate(title), typeof text === 'string' ? text : translate(text), shownMs);
}

const CLOSE = { zh: '关闭', en: 'Close' };

/** Renders the notifications; once, at the root. */
export function Notices() {
  const t = useText();
  const shown = useStore(notices);
  const one = (notice: Notice) => (
    <div
      key={notice.id}
      className={`by-notice by-tone-${notice.tone}`}
      role={notice.tone === 'bad' ? 'alert' : 'status'}
    >
      <span className="by-dot" aria-hidden />
      <div className="by-notice-text">
        {notice.title && <strong>{notice.title}</strong>}
        <span>{notice.text}</span>
      </div>
      <button type="button" className="by-notice-close" aria-label={t(CLOSE)} onClick={() => closeNotice(notice.id)}>
        ×
      </button>
    </div>
  );
  return (
    <>
      <div className="by-notices by-notices-top">{shown.filter((notice) => !notice.title).map(one)}</div>
      <div className="by-notices by-notices-side">{shown.filter((notice) => notice.title).map(one)}</div>
    </>
  );
}
