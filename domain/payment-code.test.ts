import { expect, test } from 'vitest';
import { channelOfCode } from './payment-code.ts';

test.each([
  ['134567890123456789', 'wechat'],
  ['100000000000000000', 'wechat'],
  ['159999999999999999', 'wechat'],
  ['160000000000000000', null],
  ['13456789012345678', null],
  ['1345678901234567890', null],
  ['2812345678901234', 'alipay'],
  ['281234567890123456', 'alipay'],
  ['301234567890123456789012', 'alipay'],
  ['3012345678901234567890123', null],
  ['241234567890123456', null],
  ['6212345678901234567', 'unionpay'],
  ['621234567890123456', null],
  ['', null],
  ['粤B12345', null],
])('%s is a code of %s', (code, channel) => {
  expect(channelOfCode(code)).toBe(channel);
});
