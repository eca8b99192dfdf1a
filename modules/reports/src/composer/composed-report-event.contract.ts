import { actEvent, reference, text } from '@boyun/kernel/contract';
import { deleteComposed, saveComposed } from './composed-report.contract.ts';

const fields = {
  composedReportId: reference({ zh: '自定义报表', en: 'Composed report' }, 'composed-report'),
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
};

/** A composed report was created or changed. */
export const composedSaved = actEvent(saveComposed, fields);

/** A composed report was deleted. */
export const composedDeleted = actEvent(deleteComposed, fields);
