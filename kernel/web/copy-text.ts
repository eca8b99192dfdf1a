import type { Label } from '@boyun/kernel/contract';
import { notify } from './notice.tsx';

const COPIED: Label = { zh: '已复制', en: 'Copied' };
const FAILED: Label = { zh: '复制失败，请手动复制', en: 'Copying failed. Please copy it by hand' };

/**
 * Copies a text and says so. Browsers offer their clipboard to secure pages alone: elsewhere the text is copied by way of a selection.
 * Returns whether it was copied.
 */
export async function copyText(text: string, copied: Label = COPIED, failed: Label = FAILED): Promise<boolean> {
  const isDone = await (navigator.clipboard ? writeTo(navigator.clipboard, text) : bySelection(text));
  notify(isDone ? 'good' : 'warn', isDone ? copied : failed);
  return isDone;
}

const writeTo = (clipboard: Clipboard, text: string): Promise<boolean> =>
  clipboard.writeText(text).then(
    () => true,
    () => bySelection(text),
  );

/** Selects the text in an area that nobody sees, inside the dialog that holds the focus. */
function bySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0';
  const focused = document.activeElement;
  (focused?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
