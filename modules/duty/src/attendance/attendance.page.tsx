import '../shift-page/shift.css';
import {
  call,
  can,
  Drawer,
  ErrorState,
  hoursText,
  ListPage,
  NoPermission,
  notify,
  RecordForm,
  refreshLists,
  Skeleton,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { attendanceList, getOwnAttendance, signInToWork, signOutOfWork } from './attendance.contract.ts';

/** Attendance of the collectors, with the caller's own status at the top. */
export default function AttendancePage() {
  if (!can(attendanceList.access)) return <NoPermission />;
  return (
    <ListPage
      source={attendanceList}
      everyMs={30_000}
      above={() => can(getOwnAttendance.access) && <OwnAttendance />}
      cells={{
        name: { width: 110 },
        lotId: { width: 160 },
        inPlace: { width: 150, isGrowing: true },
        outPlace: { width: 150, isGrowing: true },
        minutes: {
          label: { zh: '时长', en: 'For' },
          cell: (row) => (row.minutes === null ? <span className="by-faint">—</span> : hoursText(row.minutes)),
        },
      }}
      empty={{
        title: { zh: '还没有考勤', en: 'No attendance yet' },
        hint: { zh: '收费员签到、签退后显示在此', en: 'Entries appear here once collectors clock in' },
      }}
    />
  );
}

function OwnAttendance() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery({
    queryKey: ['list', attendanceList.name, 'own'],
    queryFn: async ({ signal }) => (await call(getOwnAttendance, {}, { signal, isQuiet: true })).attendance,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.data === undefined) return <Skeleton lines={2} />;
  const own = asked.data;
  const act = own ? signOutOfWork : signInToWork;
  const { device: _, ...signInFields } = signInToWork.input;
  const close = () => setOpen(false);
  return (
    <section className="by-sheet shift-own">
      {own ? (
        <span>
          <span className="by-small by-faint">{t({ zh: '我已签到', en: 'You are clocked in' })}</span>
          <strong>{own.lotName}</strong>
          <span className="by-small">
            <TimeText at={own.signedInAt} style="minute" /> {t({ zh: '起', en: 'since' })}
          </span>
        </span>
      ) : (
        <span>{t({ zh: '您还没有签到。', en: 'You are not clocked in.' })}</span>
      )}
      <Button type="primary" onClick={() => setOpen(true)}>
        {t(act.title)}
      </Button>
      <Drawer isOpen={isOpen} width={480} title={t(act.title)} onClose={close}>
        <RecordForm
          columns={1}
          fields={own ? signOutOfWork.input : signInFields}
          submitText={t(act.title)}
          onSubmit={async (values) => {
            await (own ? call(signOutOfWork, values) : call(signInToWork, values));
            notify('good', own ? { zh: '已签退', en: 'Clocked out' } : { zh: '已签到', en: 'Clocked in' });
            close();
            await refreshLists(attendanceList.name);
          }}
          onCancel={close}
        />
      </Drawer>
    </section>
  );
}
