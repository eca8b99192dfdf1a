import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user and group PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

const NAME = 'boyun-pg';

/** Whether this process runs as root, which PostgreSQL refuses. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function find(): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${NAME}:`));
  const fields = line?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/** The separate system user of the embedded database when the server runs as root; created when it is missing. */
export function databaseAccount(): Account {
  const before = find();
  if (before) return before;
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', NAME],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', NAME]],
  ];
  const reasons: string[] = [];
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  for (const [command, args] of attempts) {
    const answer = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, PATH: path } });
    // Another start may have created it meanwhile, so the list of users decides, not the exit code.
    const made = find();
    if (made) return made;
    reasons.push((answer.stderr || answer.error?.message || '').trim());
  }
  throw new Error(
    `PostgreSQL does not run as root and the system user ${NAME} could not be made (${reasons.join('; ')}). Make it by hand, start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The account that owns an existing cluster. */
export function ownerOf(folder: string): Account {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}
