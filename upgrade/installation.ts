import { type Clock, idleJobs, type Jobs, type Log, localConfiguration } from '@boyun/kernel/server';
import { makeProduct, type Product } from '@boyun/server/product';

/** What seals the secrets in the dumps. Nothing else may use it: everybody can read it. */
const DUMP_SECRET = 'the secret of the dumps, which everybody knows';

/** The product on a database that is, or becomes, a dump. It does no background work unless it is given jobs and listens. */
export function openInstallation(options: {
  databaseUrl: string;
  dataDir: string;
  clock: Clock;
  log: Log;
  jobs?: Jobs;
}): Promise<Product> {
  const { databaseUrl, dataDir, clock, log, jobs = idleJobs() } = options;
  return makeProduct({
    configuration: localConfiguration({
      dataDir,
      databaseUrl,
      secret: DUMP_SECRET,
      publicUrl: 'https://parking.example.com',
    }),
    databaseUrl,
    log,
    clock,
    jobs,
  });
}
