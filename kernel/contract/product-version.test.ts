import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('every package and the login page show the one version of the product', () => {
  const packages = globSync(
    ['package.json', '{domain,kernel,bench,journeys,rules}/package.json', '{apps,modules}/*/package.json'],
    {
      cwd: root,
    },
  );
  const versions = packages.map((path) => [
    path,
    JSON.parse(readFileSync(root + path, 'utf8')).version ?? PRODUCT_VERSION,
  ]);
  expect(versions.filter(([, version]) => version !== PRODUCT_VERSION)).toEqual([]);
  expect(readFileSync(`${root}apps/web/src/login/login-page.tsx`, 'utf8')).toContain(`>${PRODUCT_VERSION}<`);
});
