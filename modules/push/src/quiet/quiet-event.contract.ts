import { actEvent } from '@boyun/kernel/contract';
import { saveQuietHours } from './quiet.contract.ts';

/** The quiet hours of a tenant were set. */
export const quietHoursSaved = actEvent(saveQuietHours, saveQuietHours.input);
