import './alarm-popup.css';
import { alarmChannel } from '@boyun/alarms/contract';
import { announce, canBeLive, closeNotices, useLive, usePhone, useText } from '@boyun/kernel/web';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pageOfKey } from '../page-registry.tsx';
import {
  type AlarmSide,
  addAlarm,
  clearAlarms,
  dismissAlarm,
  hideAlarms,
  ringAlarm,
  usePopups,
} from './alarm-state.ts';

const ERROR_NOTICE_MS = 30_000;
/** On a phone a popup covers the page, so it closes automatically; its count stays at the alarm bell. */
const PHONE_SHOWN_MS = 8000;
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
      addAlarm(message.msgType === VEHICLE ? 'vehicle' : 'device', message.description);
      ringAlarm();
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
  const isPhone = usePhone();
  const { vehicle, device } = popups;
  // Each further alarm shows the popup again.
  useEffect(() => {
    if (!isPhone || !(vehicle.isShown || device.isShown)) return;
    const timer = setTimeout(hideAlarms, PHONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isPhone, vehicle, device]);
  const view = (side: AlarmSide) => {
    dismissAlarm(side, 'view');
    const page = (side === 'device' ? pageOfKey('deviceNotice') : null) ?? pageOfKey('alarmDispose');
    if (page) navigate(page.path);
  };
  return (
    <div className="alarms" aria-live="polite">
      {(['vehicle', 'device'] as const)
        .filter((side) => popups[side].isShown)
        .map((side) => (
          <section key={side} className="alarm">
            <header>
              <span className="alarm-sign" aria-hidden="true" />
              <strong>{t(TITLES[side])}</strong>
              <span className="alarm-count">
                {t(popups[side].count === 1 ? ONE : MANY, { count: popups[side].count })}
              </span>
            </header>
            <p>{popups[side].latest}</p>
            <footer>
              <button type="button" onClick={() => dismissAlarm(side, 'cancel')}>
                {t({ zh: '取消', en: 'Cancel' })}
              </button>
              <button type="button" className="is-main" onClick={() => view(side)}>
                {t({ zh: '查看', en: 'View' })}
              </button>
            </footer>
          </section>
        ))}
    </div>
  );
}
