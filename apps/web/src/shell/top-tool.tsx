import { AlarmSeverity, alarmChannel } from '@boyun/alarms/contract';
import {
  can,
  clearPastNotices,
  notify,
  timeText,
  toggleAlarmSound,
  useAlarmSound,
  useFullScreen,
  useLanguage,
  usePastNotices,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { getFirstSteps } from '@boyun/lot-desk/contract';
import { openFirstSteps } from '@boyun/lot-desk/web';
import { Bell, BookOpen, Languages, Maximize, Minimize, Moon, Palette, Sun, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { setAccent, useAccent } from './accent.ts';
import { ACCENTS, DEFAULT_ACCENT } from './accent-shade.ts';
import { SEVERITIES } from './alarm-severity.ts';
import { setPopSeverity, usePopSeverity } from './alarm-state.ts';
import { GUIDES, type GuideType } from './guide-step.ts';
import { showOverlay } from './overlay.ts';
import { TopSheet } from './top-sheet.tsx';
import { LOOK_CHANGED, toggleLanguage, toggleTheme } from './turn.ts';

const POPS_FROM = { zh: '报警弹出级别（及以上）', en: 'Alarms pop up from' };

/** An icon button of the top bar; shows its label inside a sheet. */
export function Tool({
  label,
  isWorded,
  onClick,
  children,
}: {
  label: string;
  isWorded?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={isWorded ? undefined : 'top-tool'}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
      {isWorded && label}
    </button>
  );
}

/** Switches between the light and the dark theme. */
export function LookTool({ isWorded }: { isWorded?: boolean }) {
  const t = useText();
  const theme = useTheme();
  return (
    <Tool
      isWorded={isWorded}
      label={t(theme === 'dark' ? { zh: '浅色', en: 'Light theme' } : { zh: '深色', en: 'Dark theme' })}
      onClick={toggleTheme}
    >
      {theme === 'dark' ? <Sun /> : <Moon />}
    </Tool>
  );
}

/** Switches between Chinese and English. */
export function LanguageTool({ isWorded }: { isWorded?: boolean }) {
  const language = useLanguage();
  return (
    <Tool isWorded={isWorded} label={language === 'zh' ? 'English' : '中文'} onClick={toggleLanguage}>
      <Languages />
    </Tool>
  );
}

/** Offers theme colours (spec §8: '换肤成功'). */
export function AccentTool() {
  const t = useText();
  const accent = useAccent();
  const label = t({ zh: '主题色', en: 'Theme colour' });
  const choose = (color: string) => {
    setAccent(color);
    notify('good', LOOK_CHANGED);
  };
  return (
    <TopSheet label={label} face={<Palette />}>
      {() => (
        <>
          <p className="top-sheet-head">
            <b>{label}</b>
            <span>{accent.toUpperCase()}</span>
          </p>
          <div className="accents">
            {ACCENTS.map((color) => (
              <button
                key={color}
                type="button"
                className="accent"
                style={{ background: color }}
                aria-label={color === DEFAULT_ACCENT ? `${color} ${t({ zh: '默认', en: 'default' })}` : color}
                aria-pressed={color === accent}
                onClick={() => choose(color)}
              />
            ))}
          </div>
          <label className="accent-own">
            {t({ zh: '自定义颜色', en: 'Custom colour' })}
            {/* The browser fires a change for every step of a drag, so the colour is applied on blur. */}
            <input
              type="color"
              defaultValue={accent}
              onBlur={(event) => event.target.value !== accent && choose(event.target.value)}
            />
          </label>
        </>
      )}
    </TopSheet>
  );
}

/** The first steps of a tenant and the three guides of the top bar (spec §2). */
export function GuideTool() {
  const t = useText();
  const navigate = useNavigate();
  const openSteps = () => {
    void openFirstSteps();
    navigate('/dashboardCd');
  };
  return (
    <TopSheet label={t({ zh: '操作引导', en: 'Guides' })} face={<BookOpen />}>
      {(close) => (
        <>
          {can(getFirstSteps.access) && (
            <button type="button" onClick={() => [close(), openSteps()]}>
              {t(getFirstSteps.title)}
            </button>
          )}
          {(Object.keys(GUIDES) as GuideType[]).map((type) => (
            <button key={type} type="button" onClick={() => [close(), showOverlay(type)]}>
              {t(GUIDES[type].title)}
            </button>
          ))}
        </>
      )}
    </TopSheet>
  );
}

/** The notification panel: notifications since the page was loaded, and the sound switch of alarms. */
export function NoticeTool() {
  const t = useText();
  const notices = usePastNotices();
  return (
    <TopSheet label={t({ zh: '通知面板', en: 'Notices' })} face={<Bell />}>
      {() => (
        <>
          <p className="top-sheet-head">
            <b>{t({ zh: '最近通知', en: 'Recent notices' })}</b>
          </p>
          {notices.length === 0 && <p className="top-sheet-foot">{t({ zh: '暂无通知', en: 'No notices yet' })}</p>}
          {notices.length > 0 && (
            <>
              <ul className="past-notices">
                {notices.map((notice) => (
                  <li key={notice.id} className={`by-tone-${notice.tone}`}>
                    <span className="by-dot" aria-hidden />
                    <span>
                      {notice.title && <b>{notice.title}</b>}
                      {notice.text}
                      <time>{timeText(notice.at, 'clock')}</time>
                    </span>
                  </li>
                ))}
              </ul>
              <button type="button" onClick={clearPastNotices}>
                {t({ zh: '全部清除', en: 'Clear all' })}
              </button>
            </>
          )}
          {can(alarmChannel.access) && (
            <>
              <AlarmSoundTool />
              <PopSeverityTool />
            </>
          )}
        </>
      )}
    </TopSheet>
  );
}

/** Chooses from which severity alarms pop up. */
function PopSeverityTool() {
  const t = useText();
  const chosen = usePopSeverity();
  return (
    <div className="top-sheet-choice" role="radiogroup" aria-label={t(POPS_FROM)}>
      <span>{t(POPS_FROM)}</span>
      {SEVERITIES.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: a button of the sheet, as the others
        <button key={one} type="button" role="radio" aria-checked={one === chosen} onClick={() => setPopSeverity(one)}>
          {t(AlarmSeverity[one])}
        </button>
      ))}
    </div>
  );
}

function AlarmSoundTool() {
  const t = useText();
  const isOn = useAlarmSound();
  return (
    <button type="button" aria-pressed={isOn} onClick={toggleAlarmSound}>
      {isOn ? <Volume2 /> : <VolumeX />}
      {t(isOn ? { zh: '报警声音：开', en: 'Alarm sound: on' } : { zh: '报警声音：关', en: 'Alarm sound: off' })}
    </button>
  );
}

/** Toggles full screen; shows a notice where the browser cannot (spec §8). */
export function FullScreenTool() {
  const t = useText();
  const [isFull, toggle] = useFullScreen();
  return (
    <Tool
      label={t(isFull ? { zh: '退出全屏', en: 'Exit full screen' } : { zh: '全屏', en: 'Full screen' })}
      onClick={toggle}
    >
      {isFull ? <Minimize /> : <Maximize />}
    </Tool>
  );
}
