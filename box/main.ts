import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Box } from './box.ts';
import { systemClock } from './clock.ts';
import { readSettings, type Settings, WrongSetting } from './settings.ts';
import { NewerDatabase } from './store/database.ts';
import type { Install } from './update.ts';

const INSTALL_MS = 30 * 60_000;

/** The `box` command: runs the program of the sentry box until it is told to stop. */
async function main(): Promise<number> {
  const folder = process.env.DATA_DIR ?? 'data/box';
  const settings = readSettings(folder, process.env);
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const log = (message: string) => process.stdout.write(`${systemClock.now().toISOString()} ${message}\n`);
  const { cloudUrl: url, serialNo, secret, tenant } = settings;
  const box = new Box({
    folder,
    access: { url, serialNo, secret, tenant },
    version,
    log,
    install: installBy(settings),
  });
  const address = await box.app.listen({ host: settings.host, port: settings.port });
  box.loops.start();
  log(`Boyun box ${version}, serial number ${serialNo}, page of the booth at ${address}, cloud ${url}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await box.close();
  return 0;
}

/** Runs the install command of the settings with the package and its version. */
function installBy({ installCommand }: Settings): Install | null {
  if (!installCommand) return null;
  return (file, version) =>
    new Promise((resolve, reject) => {
      const child = spawn(installCommand, [file, version], { stdio: 'ignore', timeout: INSTALL_MS });
      child.once('error', reject);
      child.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`${installCommand} ended with ${code}`));
      });
    });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting || error instanceof NewerDatabase)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
