import { type Logger, pino } from 'pino';
import { maskMobiles } from '../contract/phone.ts';

export type Log = Logger;

/** Makes the structured log; secrets, tokens and passwords are removed everywhere, mobile numbers masked. */
export function makeLog(level: string, destination?: { write(line: string): void }): Log {
  const redact = {
    paths: [
      'password',
      '*.password',
      'token',
      '*.token',
      'secret',
      '*.secret',
      'req.headers.authorization',
      'pass_wd',
      '*.pass_wd',
    ],
    censor: '[cut]',
  };
  const stream = destination ?? { write: (line: string) => void process.stdout.write(line) };
  return pino(
    { level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => stream.write(maskMobiles(line)),
    },
  );
}
