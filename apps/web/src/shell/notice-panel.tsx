import { AlarmSeverity, alarmChannel } from '@boyun/alarms/contract';
import {
  can,
  clearPastNotices,
  timeText,
  toggleAlarmSound,
  useAlarmSound,
  usePastNotices,
  useText,
} from '@boyun/kernel/web';
import { Volume2, VolumeX } from 'lucide-react';
import { SEVERITIES } from './alarm-severity.ts';
import { setPopSeverity, usePopSeverity } from './alarm-state.ts';

const POPS_FROM = { zh: '报警弹出级别（及以上）', en: 'Alarms pop up from' };

/** Notices shown since the page was loaded, own errors among them, and how alarms announce themselves. */
export function NoticePanel() {
  const t = useText();
  const notices = usePastNotices();
  return (
    <>
      {notices.length === 0 && <p className="inbox-none">{t({ zh: '暂无通知', en: 'No notices yet' })}</p>}
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
