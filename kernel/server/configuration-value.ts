import type { DiskLimit } from './storage-watch.ts';

/** Thrown for an environment value that cannot be used; the message names the variable and the remedy. */
export class ConfigurationError extends Error {}

/** Parses comma-separated origins of servers; null where there are none. Throws ConfigurationError. */
export function origins(name: string, given: string | undefined): string | null {
  if (!given) return null;
  const parts = given.split(',').map((one) => one.trim());
  const isOrigin = (one: string) =>
    URL.canParse(one) && /^https?:$/.test(new URL(one).protocol) && new URL(one).origin === one;
  if (parts.every(isOrigin)) return parts.join(',');
  throw new ConfigurationError(
    `${name} is "${given}". Set it to the origins of media servers, for example ${name}=https://media.example.com:8889, or leave it out.`,
  );
}

/** Parses a share and an amount of free space, `10%,5GB`. Throws ConfigurationError. */
export function diskLimit(name: string, given: string): DiskLimit {
  const [, share, amount] = /^(\d{1,3}(?:\.\d+)?)%,(\d{1,6}(?:\.\d+)?)GB$/.exec(given.replaceAll(' ', '')) ?? [];
  if (share === undefined || Number(share) > 100)
    throw new ConfigurationError(
      `${name} is "${given}". Set it to a share and an amount, for example ${name}=10%,5GB.`,
    );
  return { share: Number(share) / 100, bytes: Number(amount) * 1e9 };
}

/** Reads the priority at which a server and its embedded database run. */
export function priorityOf(given: string | undefined): 'raised' | 'normal' {
  const priority = given || 'raised';
  if (priority === 'raised' || priority === 'normal') return priority;
  throw new ConfigurationError(`PRIORITY is "${priority}". Set it to raised or normal, or leave it out.`);
}
