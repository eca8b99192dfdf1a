import { AlarmPage } from './alarm-dispose.page.tsx';

const TITLE = { zh: '设备报警通知', en: 'Device alarm notices' } as const;

/** Device alarms: silent cameras and uncertain barriers. */
export default function DeviceNoticePage() {
  return <AlarmPage ofDevices={TITLE} />;
}
