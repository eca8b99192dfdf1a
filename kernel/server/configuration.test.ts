import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { ConfigurationError } from './configuration-value.ts';

const folder = mkdtempSync(join(tmpdir(), 'boyun-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string>) => readConfiguration({ DATA_DIR: 'data', ...env }, folder);

describe('a bad value stops the start with what to do', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'verbose'],
    ['PRIORITY', 'high'],
    ['DATABASE_CONNECTIONS', '5'],
    ['DATABASE_URL', 'mysql://host/boyun'],
    ['DATABASE_URL', 'host:5432'],
    ['MQTT_URL', 'broker'],
    ['MQTT_URL', 'tcp://broker:1883'],
    ['S3_URL', 'ftp://key:secret@host/bucket'],
    ['S3_URL', 'https://host/bucket'],
    ['S3_URL', 'https://key:secret@host'],
    ['S3_URL', 'https://key:50%@host/bucket'],
    ['SENTRY_DSN', 'sentry'],
    ['SENTRY_DSN', 'https://host/1'],
    ['SENTRY_DSN', 'https://key@host/'],
    ['SMS_URL', 'https://sms.example.com'],
    ['SMS_URL', 'aliyun://dysmsapi.aliyuncs.com?sign=a&template=b'],
    ['SMS_URL', 'aliyun://key:secret@dysmsapi.aliyuncs.com?sign=a'],
    ['SMS_URL', 'aliyun://key:secret@dysmsapi.aliyuncs.com?sign=a&template=b&reply=short'],
    ['SMS_URL', 'tencent://id:key@sms.tencentcloudapi.com?sign=a&template=b'],
    ['MAIL_URL', 'mail.example.com'],
    ['MAIL_URL', 'smtps://mail.example.com'],
    ['MAP_TILES', 'https://tiles.example.com/map.png'],
    ['MAP_TILES', 'tiles.example.com/{z}/{x}/{y}.png'],
    ['MAP_TILES', 'https://tiles.example.com/{z}/{x}/{y}.png#bd09'],
    ['TRUST_PROXY', 'yes'],
    ['WEBHOOK_ALLOW', 'loopback'],
    ['BOYUN_SECRET', 'short'],
    ['BOYUN_SECRET_OLD', 'long enough to be one,short'],
  ])('%s=%s', (name, value) => {
    const reading = () => read({ [name]: value });
    expect(reading).toThrow(ConfigurationError);
    expect(reading).toThrow(new RegExp(`^${name} .*\\bSet it to|^${name} .*\\bSet it like`));
  });

  test('DATA_DIR that is a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => read({ DATA_DIR: 'file' })).toThrow(/^DATA_DIR is ".*file" .* Set DATA_DIR to a folder/);
  });

  test.skipIf(process.platform !== 'linux')('DATA_DIR below /proc, where nothing can be made', () => {
    expect(() => read({ DATA_DIR: '/proc/boyun/data' })).toThrow(/^DATA_DIR is ".*data" .* Set DATA_DIR to a folder/);
  });

  test.skipIf(process.getuid?.() === 0)('DATA_DIR that this user may not write to', () => {
    expect(() => read({ DATA_DIR: '/' })).toThrow(/^DATA_DIR is "\/" .* Set DATA_DIR to a folder/);
  });

  test('the error for an invalid address does not contain its password', () => {
    expect(() => read({ DATABASE_URL: 'mysql://me:hidden@host' })).not.toThrow(/hidden/);
  });
});

test.each([
  ['DATABASE_URL', 'postgres://user:pass%20word@host:5432/boyun'],
  ['MQTT_URL', 'mqtts://user:password@host:8883'],
  ['S3_URL', 'http://key:s%2Fecret@127.0.0.1:9000/bucket?region=cn-north-1'],
  ['SENTRY_DSN', 'https://key@host/42'],
  ['SMS_URL', 'aliyun://key:secret@dysmsapi.aliyuncs.com?sign=a&template=b'],
  ['SMS_URL', 'tencent://id:key@sms.tencentcloudapi.com?app=1&sign=a&template=b'],
  ['MAIL_URL', 'smtp://mail.example.com?from=parking@example.com'],
])('%s=%s is taken', (name, value) => {
  expect(Object.values(read({ [name]: value }))).toContain(value);
});

test('missing and empty variables have their defaults', () => {
  const plain = read({});
  expect(plain).toMatchObject({ port: 8080, host: '0.0.0.0', logLevel: 'info', databaseUrl: null, s3Url: null });
  const empty = read({ PORT: '', HOST: '', LOG_LEVEL: '', DATABASE_URL: '', S3_URL: '', MQTT_URL: '' });
  expect(empty).toEqual(plain);
  expect(read({ DATA_DIR: '' }).dataDir).toBe(join(folder, 'data'));
});

test('the secret is generated once, readable for this user only; a damaged one is never replaced', () => {
  const place = join(folder, 'kept');
  const { secret } = read({ DATA_DIR: place });
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(read({ DATA_DIR: place }).secret).toBe(secret);
  if (process.platform !== 'win32') {
    expect(statSync(join(place, 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(place).mode & 0o777).toBe(0o700);
  }
  writeFileSync(join(place, 'secret'), '');
  expect(() => read({ DATA_DIR: place })).toThrow(/secret in .* is cut short\. .*BOYUN_SECRET/);
  expect(readFileSync(join(place, 'secret'), 'utf8')).toBe('');
  expect(read({ DATA_DIR: join(folder, 'given'), BOYUN_SECRET: 'x'.repeat(16) }).secret).toBe('x'.repeat(16));
  expect(existsSync(join(folder, 'given/secret'))).toBe(false);
});
