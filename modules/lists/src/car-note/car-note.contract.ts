import {
  flag,
  group,
  instant,
  list,
  operation,
  permission,
  plate,
  refusals,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { getPlateStanding } from '../plate-standing/plate-standing.contract.ts';

/** The most notes of one car. */
export const MOST_NOTES = 50;

const body = text({ zh: '备注', en: 'Note' }, { min: 1, max: 255 });
const noteId = rowId({ zh: '备注编号', en: 'Note id' });
const mayWrite = permission('car-note.write', { zh: '编写车辆备注', en: 'Write notes on cars' });

/** What colleagues wrote about a car, newest first. */
export const getCarNotes = operation('get-car-notes', {
  title: { zh: '查询车辆备注', en: 'Look up notes on a car' },
  path: '/api/carNote/get',
  access: getPlateStanding.access,
  input: { plate: plate() },
  output: {
    notes: list(
      { zh: '备注', en: 'Notes' },
      group(
        { zh: '备注', en: 'Note' },
        {
          id: noteId,
          body,
          authorName: text({ zh: '作者', en: 'Author' }),
          writtenAt: instant({ zh: '时间', en: 'Written' }),
          /** Whether the caller may delete it. */
          isRemovable: flag({ zh: '可删除', en: 'Can be deleted' }),
        },
      ),
      { max: MOST_NOTES },
    ),
  },
  isRead: true,
});

/** Adds a note on a car; refused when the car has the most notes. */
export const addCarNote = operation('add-car-note', {
  title: { zh: '添加车辆备注', en: 'Add a note on a car' },
  path: '/api/carNote/create',
  access: mayWrite,
  input: { plate: plate(), body },
  output: { id: noteId },
  audit: 'car-note.added',
});

/** Deletes a note: one's own, or any as an administrator. */
export const deleteCarNote = operation('delete-car-note', {
  title: { zh: '删除车辆备注', en: 'Delete a note on a car' },
  path: '/api/carNote/delete',
  access: mayWrite,
  input: { noteId },
  output: {},
  audit: 'car-note.deleted',
  needsPassword: { zh: '是否删除这条备注？', en: 'Delete this note?' },
});

export const carNoteRefusal = refusals('car-note', {
  full: {
    status: 409,
    zh: '每辆车最多{most}条备注，请先删除旧备注',
    en: 'A car has at most {most} notes; delete an old one first',
  },
  'not-author': { status: 403, zh: '只能删除自己写的备注', en: 'Only your own notes can be deleted' },
});
