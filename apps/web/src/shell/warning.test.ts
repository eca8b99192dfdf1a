import { expect, test } from 'vitest';
import { projectOf } from './review.ts';
import { getWarning, isDevelopmentHost } from './warning.ts';

test('Live-message outgoing: MsgType, TenantId, userId, Type (1)', () => {
  expect(JSON.parse(getWarning())).toEqual({ MsgType: 'getWarning', TenantId: null, userId: null, Type: 1 });
});

test.each([
  ['localhost:5173', true],
  ['127.0.0.1:5173', true],
  ['localhost:8080', false],
  ['park.example.com', false],
  ['park.example.com:5173', false],
])('the warning channel is left out on %s: %s', (host, isLeftOut) => {
  expect(isDevelopmentHost(host)).toBe(isLeftOut);
});

test.each([
  ['group.example.com', 8],
  ['city.example.com', 1],
  ['partner.example.com', 4],
  ['park.example.com', 2],
  ['localhost', 2],
])('Product code derived from host: %s is %d', (host, project) => {
  expect(projectOf(host)).toBe(project);
});
