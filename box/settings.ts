import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The settings of a box: `box.json` in its folder, overridden by the environment. */
export interface Settings {
  /** Origin of the cloud. */
  readonly cloudUrl: string;
  readonly serialNo: string;
  readonly secret: string;
  readonly tenant: string | null;
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  /** Program that installs an update: it gets the package and the version. */
  readonly installCommand: string | null;
}

/** A setting is missing or wrong. */
export class WrongSetting extends Error {}

const DEFAULT_PORT = 8090;

/** Reads the settings of a folder and the environment. Throws WrongSetting. */
export function readSettings(folder: string, environment: Readonly<Record<string, string | undefined>>): Settings {
  const file = fileOf(folder);
  const textOf = (name: string, variable: string) => environment[variable] ?? (file[name] as string | undefined) ?? '';
  const needed = (name: string, variable: string) => {
    const value = textOf(name, variable);
    if (!value) throw new WrongSetting(`Set ${variable}, or "${name}" in ${join(folder, 'box.json')}.`);
    return value;
  };
  const url = needed('cloudUrl', 'BOYUN_CLOUD_URL');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new WrongSetting(`BOYUN_CLOUD_URL is ${url}, which is no address such as https://parking.example.com.`);
  const port = Number(environment.PORT ?? file.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new WrongSetting('PORT is no port.');
  return {
    cloudUrl: new URL(url).origin,
    serialNo: needed('serialNo', 'BOYUN_BOX_SERIAL'),
    secret: needed('secret', 'BOYUN_BOX_SECRET'),
    tenant: textOf('tenant', 'BOYUN_TENANT') || null,
    host: textOf('host', 'HOST') || '0.0.0.0',
    port,
    folder,
    installCommand: textOf('installCommand', 'BOYUN_BOX_INSTALL') || null,
  };
}

function fileOf(folder: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(join(folder, 'box.json'), 'utf8');
  } catch {
    return {};
  }
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new WrongSetting(`${join(folder, 'box.json')} is not JSON.`);
  }
}
