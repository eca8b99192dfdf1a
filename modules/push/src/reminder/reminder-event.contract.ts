import { actEvent } from '@boyun/kernel/contract';
import { saveReminder } from './reminder.contract.ts';

/** A reminder was set. */
export const reminderSaved = actEvent(saveReminder, saveReminder.input);
