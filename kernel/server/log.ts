import { type Logger, pino } from 'pino';

export type Log = Logger;

/** A structured log; secrets, tokens and passwords are cut out wherever they stand, mobiles are masked. */
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

/** Shows only the first three and last four digits of a mainland mobile number. */
export function maskMobiles(text: string): string {
  return text.replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2');
}
