import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folder.mjs';

/** A clone that is not ahead of `origin` was made from what is to land: its change is what was committed in the hours before its last commit. */
const HOURS_OF_CHANGE = 3;

function git(...args) {
  const answer = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return answer.status === 0 ? answer.stdout.trim() : null;
}

const linesOf = (text) => (text ?? '').split('\n').filter(Boolean);

/** Returns the paths a clone has changed: since it left `origin`'s main branch, else in its last commits, and those not committed yet. */
function changedPaths() {
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'origin/HEAD');
  const isAhead = base !== null && base !== head;
  const seconds = Number(git('log', '-1', '--format=%ct')) - HOURS_OF_CHANGE * 3600;
  const range = isAhead ? [`${base}..HEAD`] : ['HEAD', `--since=@${seconds}`];
  const committed = linesOf(git('log', '--first-parent', '-m', '--format=', '--name-only', ...range));
  const uncommitted = linesOf(git('status', '--porcelain', '--untracked-files=all', '--no-renames'));
  return new Set([...committed, ...uncommitted.map((line) => line.slice(3))]);
}

/** Returns the folders that hold packages, by the workspaces of the repository; `modules/*` are all folders of `modules`. */
function packageFolders() {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const all = workspaces.flatMap((one) =>
    one.endsWith('/*') ? readdirSync(join(root, one.slice(0, -2))).map((name) => `${one.slice(0, -1)}${name}`) : [one],
  );
  return all.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Returns the folders of the packages that each package builds on, near or far, itself included. */
export function packageGraph() {
  const packages = new Map(
    packageFolders().map((folder) => [folder, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))]),
  );
  const folderOf = new Map([...packages].map(([folder, { name }]) => [name, folder]));
  const near = ({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folderOf.get(name) ?? []);
  const ground = (folder, found = new Set()) => {
    if (found.has(folder)) return found;
    found.add(folder);
    for (const other of near(packages.get(folder))) ground(other, found);
    return found;
  };
  return new Map([...packages.keys()].map((folder) => [folder, ground(folder)]));
}

/** Returns the longest package folder a path lies in; null for a file of the repository itself. */
const ownerOf = (path, folders) =>
  folders.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? null;

/**
 * Returns the packages that a change touches, and those that build on them; a lock file or a setting of the repository touches all. `broad` are
 * those outside `modules` that build on more than half of the modules, as the server and the journeys do.
 */
export function packagesOfChange(changed, graph) {
  const folders = [...graph.keys()];
  const modules = folders.filter((folder) => folder.startsWith('modules/'));
  const isBroad = (folder) => modules.filter((one) => graph.get(folder).has(one)).length > modules.length / 2;
  const broad = folders.filter((folder) => !modules.includes(folder) && isBroad(folder));
  const code = [...changed].filter((path) => !path.endsWith('.md'));
  const owners = new Set(code.map((path) => ownerOf(path, folders)));
  const touched = owners.has(null)
    ? folders
    : folders.filter((folder) => [...graph.get(folder)].some((one) => owners.has(one)));
  return { touched: new Set(touched), broad: new Set(broad), packageOf: (path) => ownerOf(path, folders) };
}

/** Returns what a clone changes, as `wholeOfChange` takes it; null without git. */
export function readChange() {
  const commit = git('rev-parse', 'HEAD');
  if (commit === null) return null;
  const changed = changedPaths();
  return { commit, changed, ...packagesOfChange(changed, packageGraph()) };
}
