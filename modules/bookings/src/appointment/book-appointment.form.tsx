import { day as dayField, type Field } from '@boyun/kernel/contract';
import {
  call,
  Drawer,
  FieldInput,
  notify,
  now,
  RecordForm,
  Skeleton,
  tenantZone,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appointment, bookAppointment, getAppointmentSlots } from './appointment.contract.ts';

const DAY: Field<string> = dayField({ zh: '日期', en: 'Day' });

/** Form that books an appointment: lot, day, an hour with places left, and car. */
export default function BookAppointment({ onClose, onDone }: { onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  return (
    <Drawer isOpen title={t(bookAppointment.title)} width={560} onClose={onClose}>
      <RecordForm
        columns={1}
        fields={bookAppointment.input}
        parts={{
          startsAt: ({ id, value, values, isInvalid, setValues }) => (
            <HourPicker
              id={id}
              lotId={(values.lotId as string | null) ?? null}
              value={(value as Date | null) ?? null}
              isInvalid={isInvalid}
              onChange={(startsAt) => setValues({ startsAt })}
            />
          ),
        }}
        submitText={t({ zh: '预约', en: 'Book' })}
        onSubmit={async (values) => {
          const { state } = await call(bookAppointment, values);
          notify(
            'good',
            state === 'booked'
              ? { zh: '已提交预约，等待确认', en: 'Booked, awaiting confirmation' }
              : { zh: '预约成功', en: 'Booked' },
          );
          onClose();
          await onDone();
        }}
        onCancel={onClose}
      />
    </Drawer>
  );
}

/** Input for a day and one of its hours, each with its remaining places. */
function HourPicker({
  id,
  lotId,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  lotId: string | null;
  value: Date | null;
  isInvalid: boolean;
  onChange: (startsAt: Date | null) => void;
}) {
  const t = useText();
  const [day, setDay] = useState<string>(() => timeText(now(), 'minute', tenantZone()).slice(0, 10));
  const found = useQuery({
    queryKey: ['list', appointment.name, 'slots', lotId, day],
    queryFn: ({ signal }) => call(getAppointmentSlots, { lotId: lotId!, day }, { signal }),
    enabled: lotId !== null && day !== '',
  });
  if (!lotId) return <p className="by-hint">{t({ zh: '请先选择车场', en: 'Choose the lot first' })}</p>;
  return (
    <div className={isInvalid ? 'slot-picker is-invalid' : 'slot-picker'}>
      <FieldInput
        id={id}
        field={DAY}
        fieldKey="day"
        value={day}
        onChange={(next) => {
          setDay((next as string | null) ?? '');
          onChange(null);
        }}
      />
      {found.isLoading && <Skeleton lines={2} />}
      {found.data && found.data.slots.length === 0 && (
        <p className="by-hint">{t({ zh: '该车场没有设置预约规则', en: 'This lot has no appointment rules' })}</p>
      )}
      <fieldset className="slot-grid" aria-label={t({ zh: '时段', en: 'Hours' })}>
        {found.data?.slots.map((slot) => {
          const from = timeText(slot.startsAt, 'minute', found.data.timeZone).slice(11);
          const left = slot.quota - slot.booked;
          return (
            <button
              key={from}
              type="button"
              className="slot"
              disabled={!slot.isOpen}
              aria-pressed={value?.getTime() === slot.startsAt.getTime()}
              onClick={() => onChange(slot.startsAt)}
            >
              <b className="by-figure">{from}</b>
              <span>
                {slot.isOpen
                  ? t({ zh: '余{n}', en: '{n} left' }, { n: left })
                  : left <= 0
                    ? t({ zh: '已满', en: 'Full' })
                    : t({ zh: '不可约', en: 'Closed' })}
              </span>
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
