import { readFileSync } from 'node:fs';
import { getCaptcha, login } from '@boyun/access/contract';
import { wireName } from '@boyun/kernel/contract';
import { getShare, sendShareCode, shareRegister } from '@boyun/members/contract';
import { getBrand, getSetup, setUp } from '@boyun/tenancy/contract';
import { describe, expect, it } from 'vitest';

const source = [
  'sign-in.ts',
  'login-page.tsx',
  'captcha.ts',
  'set-up-form.tsx',
  'brand.ts',
  '../share/share-page.tsx',
  '../share/share.ts',
]
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

// The pages before sign-in use wire names so that they do not load the contracts; these tests compare the two.
describe('the pages before the sign-in', () => {
  it.each([login, getBrand, getCaptcha, getSetup, setUp, getShare, sendShareCode, shareRegister])(
    'calls $name where it stands',
    (operation) => {
      expect(source).toContain(`'${operation.path}'`);
    },
  );

  it.each([
    login.input,
    setUp.input,
    login.output,
    getCaptcha.output,
    getSetup.output,
    getBrand.input,
    getBrand.output,
    getShare.input,
    getShare.output,
    sendShareCode.input,
    sendShareCode.output,
    shareRegister.input,
  ])('knows every field', (fields) => {
    for (const [key, field] of Object.entries(fields))
      expect(source).toMatch(new RegExp(`\\b${wireName(key, field)}\\b`));
  });
});
