import { event, integer, reference, text } from '@boyun/kernel/contract';

const fields = {
  cameraId: reference({ zh: '相机编号', en: 'Camera' }, 'camera'),
  laneId: reference({ zh: '车道', en: 'Lane' }, 'lane'),
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
  readPercent: integer({ zh: '识别率 %', en: 'Read right, %' }),
  usualPercent: integer({ zh: '平时识别率 %', en: 'Usually, %' }),
};

/** A camera reads much worse than it used to: its lens may be dirty. */
export const lensSuspected = event('camera.lens-suspected', {
  label: { zh: '疑似镜头脏污', en: 'The lens of a camera may be dirty' },
  fields,
});

/** A camera reads as it used to again. */
export const lensCleared = event('camera.lens-cleared', {
  label: { zh: '相机识别率恢复', en: 'A camera reads as before again' },
  fields,
});
