import { readFileSync } from 'node:fs';
import { wireName } from '@boyun/kernel/contract';
import { getBrand, getCaptcha, getSetup, login, setUp } from '@boyun/people/contract';
import { describe, expect, it } from 'vitest';

const source = ['login-page.tsx', 'set-up-form.tsx', 'brand.ts']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');

// The login page speaks in wire names so that it need not carry the contracts; here they are held to each other.
describe('the login page', () => {
  it.each([login, getBrand, getCaptcha, getSetup, setUp])('calls $name where it stands', (operation) => {
    expect(source).toContain(`'${operation.path}'`);
  });

  it.each([
    login.input,
    setUp.input,
    login.output,
    getCaptcha.output,
    getSetup.output,
    getBrand.input,
    getBrand.output,
  ])('knows every field', (fields) => {
    for (const [key, field] of Object.entries(fields))
      expect(source).toMatch(new RegExp(`\\b${wireName(key, field)}\\b`));
  });
});
