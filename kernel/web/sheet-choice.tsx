import { Segmented } from 'antd';
import type { SheetStyle } from './code-sheet.ts';
import { useText } from './language.ts';
import './sheet-choice.css';

const STYLES = [
  { value: 'poster', label: { zh: '每页一张', en: 'One a page' } },
  { value: 'label', label: { zh: '每页六张', en: 'Six a page' } },
] as const;

/** Chooses how many printed codes stand on a page. */
export function SheetChoice({ value, onChange }: { value: SheetStyle; onChange: (value: SheetStyle) => void }) {
  const t = useText();
  return (
    <Segmented
      value={value}
      options={STYLES.map((one) => ({ value: one.value, label: t(one.label) }))}
      onChange={onChange}
    />
  );
}

/** Says that a printed address works on this network only, because the installation has no public one. */
export function NoSite() {
  const t = useText();
  return (
    <p className="by-no-site" role="note">
      {t({
        zh: '系统未设置公网地址（PUBLIC_URL），打印的二维码只能在本网络内使用',
        en: 'No public address (PUBLIC_URL) is configured: printed codes work on this network only',
      })}
    </p>
  );
}
