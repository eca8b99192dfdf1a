import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError, diskLimit, origins, priorityOf } from './configuration-value.ts';
import type { Pace } from './pace.ts';
import { MAX_CONNECTIONS, MIN_CONNECTIONS } from './pool-size.ts';
import type { DiskLimit } from './storage-watch.ts';

/** Settings of this server, read from the environment. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Database connections of all pools of this process together; null for the default. */
  readonly databaseConnections: number | null;
  readonly mqttUrl: string | null;
  readonly s3Url: string | null;
  /** Sentry DSN to which errors of the pages are forwarded. */
  readonly sentryDsn: string | null;
  /** Comma-separated addresses of proxies whose forwarding headers are trusted; null for none. */
  readonly trustProxy: string | null;
  /** SMS service, as `aliyun://…` or `tencent://…`; null leaves messages unsent. */
  readonly smsUrl: string | null;
  /** Mail server, as `smtps://…`; null leaves mails unsent. */
  readonly mailUrl: string | null;
  /** Tile server of the maps, see `MAP_TILES` in the README; null for a grid without a map. */
  readonly mapTiles: string | null;
  /** Comma-separated origins of media servers, as `https://…`, that tenants may use; null for none. */
  readonly mediaUrls: string | null;
  /** Attribution of the map, as its owner requires it. */
  readonly mapAttribution: string | null;
  /** The address at which payers and payment providers reach this server, as `https://…`; null where it is not known. */
  readonly publicUrl: string | null;
  /** The address of WeChat Pay's API, where it is not the usual one. */
  readonly wechatPayUrl: string | null;
  /** The address of WeChat's own API, where it is not the usual one. */
  readonly wechatUrl: string | null;
  /** The address of Alipay's API, where it is not the usual one. */
  readonly alipayUrl: string | null;
  /** The address of UnionPay's gateway, where it is not the usual one. */
  readonly unionpayUrl: string | null;
  /** The address of Nuonuo's open platform, where it is not the usual one. */
  readonly nuonuoUrl: string | null;
  /** The addresses of services that read plates, where they are not the usual ones. */
  readonly tencentOcrUrl: string | null;
  readonly plateRecognizerUrl: string | null;
  /** Comma-separated private addresses that webhooks may call; null for none. */
  readonly webhookAllow: string | null;
  /** Comma-separated private addresses at which cameras may be called; null for none. */
  readonly deviceAllow: string | null;
  /** Free space below which a system alarm is raised, and below which this process reports itself not ready. */
  readonly diskWarn?: DiskLimit;
  readonly diskCritical?: DiskLimit;
  /** `PACE` unless given. */
  readonly pace?: Pace;
  /** Whether the server and its embedded database run above normal priority, where the system allows it. */
  readonly priority: 'raised' | 'normal';
  readonly secret: string;
  /** Previous secrets, under which data may still be sealed. */
  readonly olderSecrets: readonly string[];
  readonly logLevel: string;
}

/** Returns the configuration of a product on this machine that uses no outside services, for tests, benches and dumps. */
export function localConfiguration(
  own: Pick<Configuration, 'dataDir' | 'databaseUrl' | 'secret'> & Partial<Configuration>,
): Configuration {
  return {
    port: 0,
    host: '127.0.0.1',
    databaseConnections: null,
    mqttUrl: null,
    publicUrl: null,
    wechatPayUrl: null,
    wechatUrl: null,
    alipayUrl: null,
    unionpayUrl: null,
    nuonuoUrl: null,
    tencentOcrUrl: null,
    plateRecognizerUrl: null,
    s3Url: null,
    sentryDsn: null,
    trustProxy: null,
    webhookAllow: null,
    deviceAllow: null,
    smsUrl: null,
    mailUrl: null,
    mapTiles: null,
    mediaUrls: null,
    mapAttribution: null,
    olderSecrets: [],
    priority: 'normal',
    logLevel: 'error',
    ...own,
  };
}

/** What an address must contain besides its host, and an example of it. */
interface Address {
  readonly protocols: readonly string[];
  readonly example: string;
  isWhole(url: URL): boolean;
}

const hasKey = (url: URL) => url.username !== '' && url.password !== '';
const hasPath = (url: URL) => url.pathname.length > 1;
const isLongSecret = (secret: string | null) => secret === null || secret.length >= 8;

const ADDRESSES = {
  DATABASE_URL: {
    protocols: ['postgres:', 'postgresql:'],
    example: 'postgres://user:password@host:5432/boyun',
    isWhole: () => true,
  },
  MQTT_URL: {
    protocols: ['mqtt:', 'mqtts:', 'ws:', 'wss:'],
    example: 'mqtt://user:password@host:1883',
    isWhole: (url) => url.hostname !== '',
  },
  PUBLIC_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://parking.example.com',
    isWhole: (url) => url.hostname !== '' && !url.search && !url.hash,
  },
  WECHAT_PAY_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://api2.mch.weixin.qq.com',
    isWhole: (url) => url.hostname !== '',
  },
  ALIPAY_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://openapi-sandbox.dl.alipaydev.com',
    isWhole: (url) => url.hostname !== '',
  },
  UNIONPAY_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://gateway.test.95516.com',
    isWhole: (url) => url.hostname !== '',
  },
  NUONUO_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://sandbox.nuonuocs.cn',
    isWhole: (url) => url.hostname !== '',
  },
  TENCENT_OCR_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://ocr.ap-guangzhou.tencentcloudapi.com',
    isWhole: (url) => url.hostname !== '',
  },
  PLATE_RECOGNIZER_URL: {
    protocols: ['http:', 'https:'],
    example: 'http://10.0.0.8:8080',
    isWhole: (url) => url.hostname !== '',
  },
  WECHAT_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://api2.weixin.qq.com',
    isWhole: (url) => url.hostname !== '',
  },
  S3_URL: {
    protocols: ['http:', 'https:'],
    example: 'https://key:secret@host/bucket',
    isWhole: (url) => hasKey(url) && hasPath(url),
  },
  SENTRY_DSN: {
    protocols: ['http:', 'https:'],
    example: 'https://key@host/project',
    isWhole: (url) => url.username !== '' && hasPath(url),
  },
  SMS_URL: {
    protocols: ['aliyun:', 'tencent:'],
    example: 'aliyun://key:secret@dysmsapi.aliyuncs.com?sign=Boyun&template=SMS_1234567',
    isWhole: (url) =>
      hasKey(url) &&
      ['sign', 'template', ...(url.protocol === 'tencent:' ? ['app'] : [])].every((one) => url.searchParams.get(one)) &&
      // Whoever knows it unsubscribes customers.
      isLongSecret(url.searchParams.get('reply')),
  },
  MAIL_URL: {
    protocols: ['smtp:', 'smtps:'],
    example: 'smtps://user:password@host?from=parking@example.com',
    isWhole: (url) => url.hostname !== '' && (url.username !== '' || url.searchParams.has('from')),
  },
  MAP_TILES: {
    protocols: ['http:', 'https:'],
    example: 'https://tiles.example.com/{z}/{x}/{y}.png, with #gcj02 behind it where the map is drawn in that datum',
    isWhole: (url) =>
      ['{z}', '{x}', '{y}'].every((one) => decodeURI(url.href).includes(one)) && /^(#gcj02)?$/.test(url.hash),
  },
} satisfies Record<string, Address>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration; generates a secret and stores it in the data folder when none is given. Throws ConfigurationError. */
export function readConfiguration(env: Readonly<Record<string, string | undefined>>, root: string): Configuration {
  const port = env.PORT || '8080';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigurationError(`PORT is "${port}". Set it to a number from 0 to 65535, for example PORT=8080.`);
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigurationError(`LOG_LEVEL is "${logLevel}". Set it to one of ${LOG_LEVELS.join(', ')}.`);
  const dataDir = resolve(root, env.DATA_DIR || 'data');
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigurationError(
      `DATA_DIR is "${dataDir}" and cannot be used (${(error as Error).message}). Set DATA_DIR to a folder this user may write to.`,
    );
  }
  return {
    port: Number(port),
    host: env.HOST || '0.0.0.0',
    dataDir,
    databaseUrl: address(env, 'DATABASE_URL'),
    databaseConnections: readConnections(env.DATABASE_CONNECTIONS),
    mqttUrl: address(env, 'MQTT_URL'),
    publicUrl: address(env, 'PUBLIC_URL'),
    wechatPayUrl: address(env, 'WECHAT_PAY_URL'),
    wechatUrl: address(env, 'WECHAT_URL'),
    alipayUrl: address(env, 'ALIPAY_URL'),
    unionpayUrl: address(env, 'UNIONPAY_URL'),
    nuonuoUrl: address(env, 'NUONUO_URL'),
    tencentOcrUrl: address(env, 'TENCENT_OCR_URL'),
    plateRecognizerUrl: address(env, 'PLATE_RECOGNIZER_URL'),
    s3Url: address(env, 'S3_URL'),
    sentryDsn: address(env, 'SENTRY_DSN'),
    smsUrl: address(env, 'SMS_URL'),
    mailUrl: address(env, 'MAIL_URL'),
    mapTiles: address(env, 'MAP_TILES'),
    mediaUrls: origins('MEDIA_URLS', env.MEDIA_URLS),
    mapAttribution: env.MAP_ATTRIBUTION?.slice(0, 200) || null,
    trustProxy: ranges('TRUST_PROXY', env.TRUST_PROXY, 'the addresses of the proxies in front', NAMED_RANGES),
    webhookAllow: ranges('WEBHOOK_ALLOW', env.WEBHOOK_ALLOW, 'the private addresses webhooks may lead to'),
    deviceAllow: ranges('DEVICE_ALLOW', env.DEVICE_ALLOW, 'the private addresses of cameras'),
    diskWarn: diskLimit('DISK_WARN', env.DISK_WARN || '10%,5GB'),
    diskCritical: diskLimit('DISK_CRITICAL', env.DISK_CRITICAL || '2%,1GB'),
    secret: readSecret(env.BOYUN_SECRET, dataDir),
    olderSecrets: readOlderSecrets(env.BOYUN_SECRET_OLD),
    priority: priorityOf(env.PRIORITY),
    logLevel,
  };
}

/** Creates a folder and its parents. Node's own recursion does not end below `/proc`, where nothing can be created. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
}

function readConnections(given: string | undefined): number | null {
  if (!given) return null;
  const connections = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (connections >= MIN_CONNECTIONS && connections <= MAX_CONNECTIONS) return connections;
  throw new ConfigurationError(
    `DATABASE_CONNECTIONS is "${given}". Set it to a number from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}, for example DATABASE_CONNECTIONS=60, or leave it out.`,
  );
}

function address(env: Readonly<Record<string, string | undefined>>, name: keyof typeof ADDRESSES): string | null {
  const given = env[name];
  if (!given) return null;
  const { protocols, example, isWhole }: Address = ADDRESSES[name];
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url && protocols.includes(url.protocol) && isEncoded(url.username + url.password) && isWhole(url)) return given;
  // The value itself is not shown, because it may contain a password.
  throw new ConfigurationError(`${name} is not an address of the right kind. Set it like ${example}, or leave it out.`);
}

/** Whether every percent sign begins a valid escape; a URL keeps invalid ones as they are. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Ranges with predefined names. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Parses comma-separated ranges of addresses (`10.0.0.0/8`), single addresses, or words that name ranges. */
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

const MIN_SECRET_LENGTH = 16;

function readSecret(given: string | undefined, dataDir: string): string {
  if (given !== undefined) {
    if (given.length < MIN_SECRET_LENGTH)
      throw new ConfigurationError(
        `BOYUN_SECRET is too short. Set it to at least ${MIN_SECRET_LENGTH} random characters, or leave it out to have one made.`,
      );
    return given;
  }
  const path = join(dataDir, 'secret');
  try {
    if (!existsSync(path))
      writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    const kept = readFileSync(path, 'utf8').trim();
    if (kept.length >= MIN_SECRET_LENGTH) return kept;
  } catch (error) {
    throw new ConfigurationError(
      `The secret in ${path} cannot be read or made (${(error as Error).message}). Let this user read and write it, or set BOYUN_SECRET.`,
    );
  }
  throw new ConfigurationError(
    `The secret in ${path} is cut short. Put back what was there (it is in a backup), or set BOYUN_SECRET.`,
  );
}

function readOlderSecrets(given = ''): readonly string[] {
  const secrets = given.split(',').filter((one) => one !== '');
  if (secrets.every((one) => one.length >= MIN_SECRET_LENGTH)) return secrets;
  throw new ConfigurationError(
    `BOYUN_SECRET_OLD holds one of fewer than ${MIN_SECRET_LENGTH} characters. Set it to the secrets of before as they were, by comma.`,
  );
}
