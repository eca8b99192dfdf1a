import { periodKeys } from '@boyun/kernel/contract';
import type { ListScheduleProps } from '@boyun/kernel/web';
import { can, useText, wireBody } from '@boyun/kernel/web';
import { Button } from 'antd';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { saveSchedule } from './report-schedule.contract.ts';

const ScheduleForm = lazy(() => import('./schedule.form.tsx'));
const LABEL = { zh: '定时发送', en: 'Schedule' };

/** Sends the report of a list page with its filters again and again. */
export default function ScheduleButton({ source, filters }: ListScheduleProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!can(saveSchedule.access)) return null;
  const period = periodKeys(source.filters);
  const kept = Object.fromEntries(Object.entries(filters).filter(([key]) => !period?.includes(key)));
  const of = {
    report: source.name,
    title: t(source.title),
    hasPeriod: period !== null,
    filters: wireBody(source.filters, kept),
  };
  return (
    <>
      <Button icon={<CalendarClock />} onClick={() => setOpen(true)} aria-label={t(LABEL)} title={t(LABEL)} />
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleForm of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
