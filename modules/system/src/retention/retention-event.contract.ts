import { actEvent, integer } from '@boyun/kernel/contract';
import { saveRetention } from './retention.contract.ts';

/** The terms of retention were saved. */
export const retentionSaved = actEvent(saveRetention, { version: integer({ zh: '版本', en: 'Version' }) });
