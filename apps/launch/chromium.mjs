import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without windows: it draws the same pages in less CPU time. */
const SHELL = 'chromium-headless-shell';
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
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

function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return found.find((file) => existsSync(file) && runs(file));
}

function findFull() {
  return find(FULL) ?? PLACES.find((file) => existsSync(file) && runs(file));
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

/** Whether a package can be installed without changing or removing another. */
function canAdd(name) {
  const answer = spawnSync('apt-get', ['-qs', 'install', '--no-install-recommends', name], { encoding: 'utf8' });
  return answer.status === 0 && !/^(Inst \S+ \[|Remv )/m.test(answer.stdout);
}

/** Installs what is missing of a browser and fonts: the shell where the system offers it, else Chromium. */
function installMissing(hasBrowser) {
  const needsFonts = !hasChineseFonts();
  if (!hasBrowser || needsFonts) apt('update');
  const browser = canAdd(SHELL) ? SHELL : hasBrowser ? undefined : 'chromium';
  const missing = [browser, ...(needsFonts ? ['fonts-noto-cjk', 'fontconfig'] : [])].filter(Boolean);
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(' and ')} …\n`);
  apt('install', '-y', '--no-install-recommends', ...missing);
}

/**
 * Returns the browser for the tests: CHROMIUM, or the headless shell or Chromium on PATH, or on Debian as root a newly installed one; throws an
 * error that says what to install otherwise. `isFull` prefers Chromium to the shell: what it measures is what users have.
 */
export function chromium({ isFull = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named) {
    if (existsSync(named) && runs(named)) return named;
    throw new Error(
      `CHROMIUM names ${named}, which does not run. Name a Chromium or Chrome binary, or leave it unset.`,
    );
  }
  const pick = () => (isFull ? (findFull() ?? find([SHELL])) : (find([SHELL]) ?? findFull()));
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && isDebian();
  const isComplete = (isFull ? pick() : find([SHELL])) && hasChineseFonts();
  if (canInstall && !isComplete) installMissing(Boolean(pick()));
  const found = pick();
  if (found) return found;
  throw new Error(
    'The tests need Chromium. Install it (Debian: "apt-get install chromium-headless-shell fonts-noto-cjk"; Ubuntu: "apt-get install chromium fonts-noto-cjk"; Fedora: "dnf install chromium google-noto-sans-cjk-fonts"; macOS: "brew install --cask chromium"), or set CHROMIUM to the binary of a Chromium or Chrome.',
  );
}
