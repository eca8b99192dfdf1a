import type { ComponentType } from 'react';
import type { Report } from '../../contract/operation.ts';
import { singleSlot } from '../../contract/slot.ts';

/** Props of what schedules a report from its page. */
export interface ListScheduleProps {
  readonly source: Report;
  /** The filters of the page. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** The button that has the report of a list sent again and again; beside the export, for those who may export. */
export const listSchedule = singleSlot<ComponentType<ListScheduleProps>>('web.list-schedule');
