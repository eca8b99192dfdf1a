import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAKER = fileURLToPath(new URL('maker.ts', import.meta.url));

/** What the making process tells: the places are there, the share (0 to 1) of the history, its end, or that others use the database. */
export type MakerMessage =
  | { readonly kind: 'places' }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused' };

/** The making of a demo in a process of its own, so that the pages are served meanwhile. */
export interface Making {
  /** Resolves once the places are there; false where the database holds tenants already. */
  readonly places: Promise<boolean>;
  /** Makes the history; resolves when it is complete, rejects when the process ends before. */
  history(): Promise<void>;
  stop(): void;
}

/** Starts the making; it ends with this process, also when that is killed. */
export function startMaking(
  settings: { readonly dataDir: string; readonly databaseUrl: string },
  onProgress: (share: number) => void,
): Making {
  const child = fork(MAKER, [], {
    env: { ...process.env, DATA_DIR: settings.dataDir, DATABASE_URL: settings.databaseUrl, LOG_LEVEL: 'warn' },
  });
  child.on('message', (message: MakerMessage) => message.kind === 'share' && onProgress(message.share));
  const answered = untilTold(child, ['places', 'refused']);
  return {
    places: answered.then((kind) => kind === 'places'),
    async history() {
      const done = untilTold(child, ['done']);
      child.send('served');
      await done;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Resolves to the first message of one of the kinds; rejects when the process ends without it. */
function untilTold(child: ChildProcess, kinds: readonly MakerMessage['kind'][]): Promise<MakerMessage['kind']> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('The demo could not be made.'));
    child.once('exit', end);
    child.on('message', ({ kind }: MakerMessage) => {
      if (!kinds.includes(kind)) return;
      child.off('exit', end);
      resolve(kind);
    });
  });
}
