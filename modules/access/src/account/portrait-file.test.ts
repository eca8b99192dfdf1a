import { describe, expect, test } from 'vitest';
import { portraitFault } from './portrait-file.view.ts';

describe('§5 avatar upload', () => {
  const TYPE = '上传头像图片只能是jpg/png图片文件!';
  const SIZE = '上传头像图片大小不能超过 500KB!';
  test.each([
    ['image/jpeg', 1, null],
    ['image/png', 511_999, null],
    ['image/png', 512_000, SIZE],
    ['image/jpeg', 600_000, SIZE],
    ['image/gif', 1, TYPE],
    ['image/webp', 600_000, TYPE],
    ['', 1, TYPE],
  ])('%s of %i bytes: %s', (type, size, message) => {
    expect(portraitFault({ type, size })?.zh ?? null).toBe(message);
  });
});
