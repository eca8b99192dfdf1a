import { Suspense } from 'react';
import { useSlot } from '../slot.tsx';
import { type ListScheduleProps, listSchedule } from './list-schedule-slot.ts';

/** What schedules the report of a page, where a module offers it. */
export function ScheduleSlot(props: ListScheduleProps) {
  const Schedule = useSlot(listSchedule);
  return Schedule ? (
    <Suspense fallback={null}>
      <Schedule {...props} />
    </Suspense>
  ) : null;
}
