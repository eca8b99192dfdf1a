import './alarm-popup.css';
import { alarmChannel } from '@boyun/alarms/contract';
import { announce, canBeLive, closeNotices, useLive, useText } from '@boyun/kernel/web';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import { type AlarmSide, addAlarm, clearAlarms, dismissAlarm, hideAlarms, usePopups } from './alarm-state.ts';

const ERROR_NOTICE_MS = 30_000;
/** Time in milliseconds after the last alarm until the popups fold into the badge, which keeps their count. */
const SHOWN_MS = 10_000;
const VEHICLE = 1;
const ONE = { zh: '{count} 条', en: '{count} item' };
const MANY = { zh: '{count} 条', en: '{count} items' };
const TITLES = {
  vehicle: { zh: '收到新的过车报警', en: 'New vehicle-passing alarm received' },
  device: { zh: '收到新的设备报警', en: 'New device alarm received' },
} as const;

/** Announces new alarms live (spec §2, §4): a popup per kind with its count, Cancel and View. */
export function AlarmPopups() {
  const t = useText();
  const navigate = useNavigate();
  const popups = usePopups();
  const hasToldError = useRef(false);
  const live = useLive(
    alarmChannel,
    [],
    (message) => {
      addAlarm(message.msgType === VEHICLE ? 'vehicle' : 'device', message.description, message.severity);
    },
    {
      onClose: clearAlarms,
      onError: () => {
        hideAlarms();
        // An unavailable server is reported once, not on every reconnect.
        if (hasToldError.current) return;
        hasToldError.current = true;
        closeNotices();
        announce(
          'bad',
          { zh: 'Error', en: 'Error' },
          { zh: '服务器异常，无法接收实时报警信息', en: 'server error, unable to receive real-time alarm info' },
          ERROR_NOTICE_MS,
        );
      },
    },
  );
  useEffect(() => {
    if (canBeLive()) return;
    announce(
      'warn',
      { zh: '警告', en: 'Warning' },
      {
        zh: '当前浏览器无法接收实时报警信息，请使用 Chrome 浏览器',
        en: 'Real-time alarm info cannot be received in this browser, please use Chrome',
      },
      Number.POSITIVE_INFINITY,
    );
  }, []);
  useEffect(() => {
    if (live.isLive) hasToldError.current = false;
  }, [live.isLive]);
  const { vehicle, device } = popups;
  const [isHeld, setHeld] = useState(false);
  // Each further alarm starts the time again; while the pointer or the focus is on a popup, it stays.
  useEffect(() => {
    if (isHeld || !(vehicle.isShown || device.isShown)) return;
    const timer = setTimeout(hideAlarms, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, vehicle, device]);
  const view = (side: AlarmSide) => {
    dismissAlarm(side, 'view');
    const page = (side === 'device' ? pageOfKey('deviceNotice') : null) ?? pageOfKey('alarmDispose');
    if (page) navigate(page.path);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer and the focus are
    <div
      className="alarms"
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {(['vehicle', 'device'] as const)
        .filter((side) => popups[side].isShown)
        .map((side) => (
          <section key={side} className="alarm">
            <span className="alarm-sign" aria-hidden="true" />
            <strong>{t(TITLES[side])}</strong>
            <span className="alarm-count">
              {t(popups[side].count === 1 ? ONE : MANY, { count: popups[side].count })}
            </span>
            <p title={popups[side].latest}>{popups[side].latest}</p>
            <span className="alarm-acts">
              <button type="button" onClick={() => dismissAlarm(side, 'cancel')}>
                {t({ zh: '取消', en: 'Cancel' })}
              </button>
              <button type="button" className="is-main" onClick={() => view(side)}>
                {t({ zh: '查看', en: 'View' })}
              </button>
            </span>
          </section>
        ))}
    </div>
  );
}
