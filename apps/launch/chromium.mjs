import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function runs(file) {
  // `chrome --version` opens a window on Windows instead.
  if (process.platform === 'win32') return true;
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...PLACES].find((file) => existsSync(file) && runs(file));
}

function isDebian() {
  try {
    return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function hasChineseFonts() {
  const answer = spawnSync('fc-list', [':lang=zh', 'file'], { encoding: 'utf8' });
  return answer.status === 0 && answer.stdout.trim() !== '';
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const answer = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' });
  if (answer.status !== 0)
    process.stderr.write(`apt-get ${args.join(' ')} failed:\n${answer.stdout ?? ''}${answer.stderr ?? ''}`);
  return answer.status === 0;
}

/**
 * Returns the browser for the tests: CHROMIUM, or one on PATH, or on Debian as root a newly installed one; throws an error that says what
 * to install otherwise.
 */
export function chromium() {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named) && runs(named)) return named;
    throw new Error(
      `CHROMIUM names ${named}, which does not run. Name a Chromium or Chrome binary, or leave it unset.`,
    );
  }
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && isDebian();
  let found = find();
  if (canInstall && (!found || !hasChineseFonts())) {
    const missing = [...(found ? [] : ['chromium']), ...(hasChineseFonts() ? [] : ['fonts-noto-cjk'])];
    process.stderr.write(`Installing ${missing.join(' and ')} …\n`);
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...missing, 'fontconfig');
    found ??= find();
  }
  if (found) return found;
  throw new Error(
    'The tests need Chromium. Install it (Debian, Ubuntu: "apt-get install chromium fonts-noto-cjk"; Fedora: "dnf install chromium google-noto-sans-cjk-fonts"; macOS: "brew install --cask chromium"), or set CHROMIUM to the binary of a Chromium or Chrome.',
  );
}
