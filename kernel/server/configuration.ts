import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';

/** What the environment says about this server. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly mqttUrl: string | null;
  readonly s3Url: string | null;
  /** Where errors of the pages are passed on to, an address of Sentry's form. */
  readonly sentryDsn: string | null;
  /** Addresses of proxies whose word on where a call comes from is taken, by comma; null for nobody's. */
  readonly trustProxy: string | null;
  /** Which service sends SMS, as `aliyun://…` or `tencent://…`; null keeps them unsent. */
  readonly smsUrl: string | null;
  /** Which server takes mails, as `smtps://…`; null keeps them unsent. */
  readonly mailUrl: string | null;
  /** Private addresses webhooks may lead to, by comma; null for none. */
  readonly webhookAllow: string | null;
  readonly secret: string;
  /** Secrets of before, under which things may still be sealed. */
  readonly olderSecrets: readonly string[];
  readonly logLevel: string;
}

/** A value of the environment that cannot be used; the message says which and what to do. */
export class ConfigurationError extends Error {}

const SMS_EXAMPLE = 'aliyun://key:secret@dysmsapi.aliyuncs.com?sign=Boyun&template=SMS_1234567';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration; makes and keeps the secret in the data folder when none is given. Throws ConfigurationError. */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>, root: string): Configuration {
  const port = env.PORT ?? '8080';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigurationError(`PORT is "${port}". Set it to a number from 0 to 65535, for example PORT=8080.`);
  const logLevel = env.LOG_LEVEL ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigurationError(`LOG_LEVEL is "${logLevel}". Set it to one of ${LOG_LEVELS.join(', ')}.`);
  const dataDir = resolve(root, env.DATA_DIR ?? 'data');
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR is "${dataDir}" and cannot be made (${(error as Error).message}). Set DATA_DIR to a folder this user may write to.`,
    );
  }
  return {
    port: Number(port),
    host: env.HOST ?? '0.0.0.0',
    dataDir,
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/boyun'),
    mqttUrl: address(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:'], 'mqtt://user:password@host:1883'),
    s3Url: address(env, 'S3_URL', ['http:', 'https:'], 'https://key:secret@host/bucket'),
    sentryDsn: address(env, 'SENTRY_DSN', ['http:', 'https:'], 'https://key@host/project'),
    smsUrl: address(env, 'SMS_URL', ['aliyun:', 'tencent:'], SMS_EXAMPLE),
    mailUrl: address(env, 'MAIL_URL', ['smtp:', 'smtps:'], 'smtps://user:password@host?from=parking@example.com'),
    trustProxy: ranges('TRUST_PROXY', env.TRUST_PROXY, 'the addresses of the proxies in front', NAMED_RANGES),
    webhookAllow: ranges('WEBHOOK_ALLOW', env.WEBHOOK_ALLOW, 'the private addresses webhooks may lead to'),
    secret: readSecret(env.BOYUN_SECRET, dataDir),
    olderSecrets: (env.BOYUN_SECRET_OLD ?? '').split(',').filter((one) => one !== ''),
    logLevel,
  };
}

function address(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  protocols: readonly string[],
  example: string,
): string | null {
  const given = env[name];
  if (!given) return null;
  if (!URL.canParse(given) || !protocols.includes(new URL(given).protocol))
    throw new ConfigurationError(
      `${name} is not an address of the right kind. Set it like ${example}, or leave it out.`,
    );
  return given;
}

/** Ranges that have names of their own. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Ranges of addresses by comma, `10.0.0.0/8` or single ones, or words that stand for some. */
function ranges(name: string, given: string | undefined, what: string, words: readonly string[] = []): string | null {
  if (!given) return null;
  const parts = given.split(',').map((one) => one.trim());
  const isRange = (one: string) => {
    const [address = '', bits = '0', ...rest] = one.split('/');
    const version = isIP(address);
    return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
  };
  if (parts.every((one) => words.includes(one) || isRange(one))) return parts.join(',');
  const example = ['10.0.0.0/8', ...words.slice(0, 1)].join(',');
  throw new ConfigurationError(`${name} is "${given}". Set it to ${what}, for example ${name}=${example}.`);
}

function readSecret(given: string | undefined, dataDir: string): string {
  if (given !== undefined) {
    if (given.length < 16)
      throw new ConfigurationError(
        'BOYUN_SECRET is too short. Set it to at least 16 random characters, or leave it out to have one made.',
      );
    return given;
  }
  const path = join(dataDir, 'secret');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const made = randomBytes(32).toString('base64url');
  writeFileSync(path, `${made}\n`, { mode: 0o600 });
  return made;
}
