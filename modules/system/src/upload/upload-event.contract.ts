import { actEvent, integer, text } from '@boyun/kernel/contract';
import { uploadFile } from './upload.contract.ts';

/** A file was uploaded. */
export const fileUploaded = actEvent(uploadFile, {
  name: text({ zh: '名称', en: 'Name' }, { max: 255 }),
  key: text({ zh: '文件', en: 'File' }, { max: 255 }),
  size: integer({ zh: '大小', en: 'Size' }),
});
