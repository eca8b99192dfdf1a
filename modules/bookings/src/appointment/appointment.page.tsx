import './appointment.css';
import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  choicesOf,
  FilterSwitch,
  notify,
  OperationDialog,
  Plate,
  ResourcePage,
  refreshLists,
  TimeText,
  timeText,
  useAddressWord,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  AppointmentState,
  appointment,
  appointmentQuota,
  appointmentRefusal,
  appointmentTransitions,
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  missAppointment,
} from './appointment.contract.ts';
import { bookingPage } from './booking.contract.ts';

const BookAppointment = lazy(() => import('./book-appointment.form.tsx'));
const BookingPages = lazy(() => import('./booking-pages.view.tsx'));

type Appointment = Listed<typeof appointment>;
const STATES = choicesOf(AppointmentState);
const HOUR_MS = 3_600_000;

/** Page of appointments and of their rules. */
export default function AppointmentPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const options = [
    { value: 'list', label: t({ zh: '预约记录', en: 'Appointments' }) },
    ...(can(appointmentQuota.can.list) ? [{ value: 'rules', label: t({ zh: '预约规则', en: 'Rules' }) }] : []),
    ...(can(bookingPage.can.list) ? [{ value: 'pages', label: t(bookingPage.title) }] : []),
  ];
  const shown = options.some((one) => one.value === word) ? word! : 'list';
  const tabs = options.length > 1 && (
    <Segmented value={shown} options={options} onChange={(next) => setWord(next === 'list' ? null : next)} />
  );
  if (shown === 'rules') return <Rules tabs={tabs} />;
  if (shown === 'pages')
    return (
      <Suspense fallback={null}>
        <BookingPages tabs={tabs} />
      </Suspense>
    );
  return <Appointments tabs={tabs} />;
}

function Rules({ tabs }: { tabs: React.ReactNode }) {
  return (
    <ResourcePage
      of={appointmentQuota}
      moreTools={() => tabs}
      columns={[
        'lotId',
        'hours',
        'quota',
        'daysAhead',
        'earlyMinutes',
        'lateMinutes',
        'cancelMinutes',
        'hasConfirmation',
      ]}
      cells={{
        lotId: { width: 180, isGrowing: true },
        hours: {
          label: { zh: '时段', en: 'Hours' },
          width: 130,
          cell: (row) => <span className="by-figure">{hoursOf(row)}</span>,
        },
      }}
      detailTitle={(row) => hoursOf(row)}
      empty={{
        title: { zh: '还没有预约规则', en: 'No rules yet' },
        hint: { zh: '新增规则后，车场在该时段接受预约', en: 'A lot takes appointments once it has a rule' },
      }}
    />
  );
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const hoursOf = ({ fromHour, toHour }: { fromHour: number; toHour: number }) => `${clock(fromHour)}–${clock(toHour)}`;

function Appointments({ tabs }: { tabs: React.ReactNode }) {
  const t = useText();
  const [isBooking, setBooking] = useState(false);
  const [cancelled, setCancelled] = useState<Appointment | null>(null);
  const done = () => refreshLists(appointment.name);
  return (
    <>
      <ResourcePage
        of={appointment}
        everyMs={30_000}
        columns={[
          'plate',
          'state',
          'startsAt',
          'lotId',
          'arrivedAt',
          'admitUntil',
          'driverName',
          'driverPhone',
          'appointmentNo',
          'remark',
        ]}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
          state: { width: 118 },
          startsAt: { width: 170, cell: (row) => <Hour at={row.startsAt} /> },
          lotId: { width: 150, isGrowing: true },
          arrivedAt: { width: 134, cell: (row) => <TimeText at={row.arrivedAt} style="minute" /> },
          admitUntil: { width: 134, cell: (row) => <TimeText at={row.admitUntil} style="minute" /> },
          driverName: { width: 96 },
          driverPhone: { isHiddenAtFirst: true },
          appointmentNo: { width: 160, isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        moreTools={(context) => (
          <>
            <ActButton access={bookAppointment.access} type="primary" icon={<Plus />} onAct={() => setBooking(true)}>
              {t(bookAppointment.title)}
            </ActButton>
            {tabs}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        rowActs={(row) => <Acts row={row} isText onCancel={() => setCancelled(row)} />}
        actsWidth={222}
        asListed={['startsAt']}
        detailTitle={(row) => <Plate text={row.plate} />}
        detailActs={(row) => <Acts row={row} onCancel={() => setCancelled(row)} />}
        empty={{
          title: { zh: '还没有预约', en: 'No appointments yet' },
          hint: {
            zh: '先为车场设置预约规则，再新增预约；到场车辆凭车牌直接入场',
            en: 'Give a lot its rules, then book; the plate is enough at the gate',
          },
        }}
      />
      <Suspense fallback={null}>
        {isBooking && <BookAppointment onClose={() => setBooking(false)} onDone={done} />}
      </Suspense>
      <OperationDialog
        isOpen={cancelled !== null}
        onClose={() => setCancelled(null)}
        of={cancelAppointment}
        given={{ appointmentId: cancelled?.id ?? '' }}
        fields={{ reason: cancelAppointment.input.reason }}
        hint={
          cancelled
            ? {
                zh: `取消 ${cancelled.plate} ${timeText(cancelled.startsAt, 'minute')} 的预约，名额将释放。`,
                en: `Cancels the appointment of ${cancelled.plate} at ${timeText(cancelled.startsAt, 'minute')} and frees its place.`,
              }
            : undefined
        }
        done={{ zh: '预约已取消', en: 'Appointment cancelled' }}
        onDone={done}
      />
    </>
  );
}

/** Start and end of the booked hour. */
function Hour({ at }: { at: Date }) {
  const end = timeText(new Date(at.getTime() + HOUR_MS), 'minute').slice(11);
  return (
    <span className="by-figure">
      {timeText(at, 'minute')}–{end}
    </span>
  );
}

/** Buttons of an appointment; disabled with the reason if its state does not allow the act. */
function Acts({ row, isText, onCancel }: { row: Appointment; isText?: boolean; onCancel: () => void }) {
  const t = useText();
  const type = isText ? 'link' : 'default';
  const act = (operation: typeof confirmAppointment | typeof missAppointment) => async () => {
    await call(operation, { appointmentId: row.id });
    notify('good', { zh: '已处理', en: 'Done' });
    await refreshLists(appointment.name);
  };
  const moment = useNow(30_000);
  const because = (name: keyof typeof appointmentTransitions) =>
    disabledReason(appointmentTransitions, name, row.state);
  const isTooLate = moment > row.cancelUntil;
  return (
    <>
      <ActButton
        access={confirmAppointment.access}
        type={type}
        disabledReason={because('confirm')}
        onAct={act(confirmAppointment)}
      >
        {t({ zh: '确认', en: 'Confirm' })}
      </ActButton>
      <ActButton
        access={cancelAppointment.access}
        type={type}
        disabledReason={because('cancel') ?? (isTooLate ? appointmentRefusal['past-cancelling'] : null)}
        onAct={onCancel}
      >
        {t({ zh: '取消预约', en: 'Cancel' })}
      </ActButton>
      <ActButton
        access={missAppointment.access}
        type={type}
        danger
        disabledReason={because('no-show') ?? (moment < row.startsAt ? appointmentRefusal['not-due'] : null)}
        onAct={act(missAppointment)}
      >
        {t({ zh: '爽约', en: 'No-show' })}
      </ActButton>
    </>
  );
}
