import './screen-preview.css';
import { MOST_LINES } from '@boyun/domain/screen-frame';
import { fillTemplate, type ScreenSituation } from '@boyun/domain/screen-text';
import { useText } from '@boyun/kernel/web';

const SAMPLE = { plate: '粤B12345', lot: '科技园停车场', time: '18:30', area: 'B1层' };
/** Values a car of each situation would have. */
const SAMPLES: Readonly<Record<ScreenSituation, object>> = {
  welcome: { ...SAMPLE, message: '欢迎光临', free: '128' },
  'welcome-pack': { ...SAMPLE, message: '欢迎光临', free: '128', days: '12' },
  'no-entry': { ...SAMPLE, message: '禁止入场', free: '128' },
  full: { ...SAMPLE, message: '车位已满', free: '0' },
  wait: { ...SAMPLE, message: '请稍候', free: '128' },
  'fee-due': { ...SAMPLE, message: '请缴费15.00元', fee: '15.00', free: '128' },
  goodbye: { ...SAMPLE, message: '一路平安', free: '129' },
  guidance: { ...SAMPLE, free: '128' },
};

/** Words as a LED screen shows them. */
export function LedLines({ lines, voice }: { lines: readonly string[]; voice?: string | null }) {
  const t = useText();
  return (
    <figure className="screen-led">
      <div>
        {lines.slice(0, MOST_LINES).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the screen
          <span key={index}>{line}</span>
        ))}
        {lines.length === 0 && <span className="by-faint">—</span>}
      </div>
      {voice && (
        <figcaption className="by-small by-faint">
          {t({ zh: '语音：{voice}', en: 'Voice: {voice}' }, { voice })}
        </figcaption>
      )}
    </figure>
  );
}

/** A template as a screen shows it for a car of its situation. */
export function TemplatePreview({ of }: { of: { situation: ScreenSituation; lines: string; voice: string | null } }) {
  const values = SAMPLES[of.situation];
  return <LedLines lines={fillTemplate(of.lines, values)} voice={fillTemplate(of.voice ?? '', values).join(' ')} />;
}
