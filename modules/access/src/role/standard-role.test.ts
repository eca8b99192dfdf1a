import { permissionsOf } from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { expect, test } from 'vitest';
import { namedBy } from './role.service.ts';
import { STANDARD_ROLES } from './standard-role.service.ts';

const names = permissionsOf(modules.map((one) => one.contract)).map((one) => one.name);
/** What administrators do themselves, or give to whom they trust with it: people, the system and its connections. */
const OF_ADMINISTRATORS =
  /^((role|permission|menu|login-log|support|department|employee|tenant|tenant-bill|tenant-setting|dictionary|banner|important-notice|notice-confirmation|bulletin-reading|recogniser|announcement|message|audit-log|crash-report|system-alarm|app-version|enumeration|retention|task|api-key|webhook|webhook-delivery|push-rule|push-send|push-template)\.|review-flow\.(create|update|delete)$|list-view\.share$|report-recipient\.(create|update|delete)$)/;

test('every permission belongs to a standard role, or to administrators', () => {
  const patterns = Object.values(STANDARD_ROLES).flatMap((one) => one.patterns);
  const named = new Set(namedBy(patterns, names));
  const left = names.filter((name) => !named.has(name) && !OF_ADMINISTRATORS.test(name));
  expect(left.map((name) => `${name}: add it to a standard role`)).toEqual([]);
});

test('every pattern of a standard role names a permission', () => {
  const idle = Object.values(STANDARD_ROLES)
    .flatMap((one) => one.patterns)
    .filter((pattern) => namedBy([pattern], names).length === 0);
  expect(idle).toEqual([]);
});
