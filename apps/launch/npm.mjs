import { spawn } from 'node:child_process';

/**
 * Runs npm quietly in a folder, without install scripts. Rejects with npm's own output when it fails. Uses the npm that started this
 * process, if any, so that its version and settings stay the same.
 */
export function npm(args, cwd) {
  const env = { ...process.env };
  // Set by an outer `npm run`; in another folder they would point npm back at the repository.
  for (const name of Object.keys(env)) {
    if (/^npm_(config_local_prefix|config_prefix|config_workspaces?|lifecycle_|package_|command)/i.test(name))
      delete env[name];
  }
  const all = [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const own = process.env.npm_execpath;
  const isScript = own && /npm-cli\.[cm]?js$/.test(own);
  const [command, rest] = isScript ? [process.execPath, [own, ...all]] : ['npm', all];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !isScript && process.platform === 'win32',
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) =>
      reject(new Error(`npm could not be started (${error.message}). Install Node.js with npm.`)),
    );
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${args[0]} failed (${code}):\n${output.trim()}`));
    });
  });
}
