import { checkPassword, passwordRule } from '@boyun/domain/password';
import { Refusal } from '@boyun/kernel/contract';
import { hash, verify } from '@node-rs/argon2';
import { signInRefusal } from '../sign-in/sign-in.contract.ts';

// argon2id (the library's standard algorithm) with the memory and time OWASP asks for.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let unknownHash: Promise<string> | null = null;

/** The argon2id text under which a password is kept. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether a password belongs to a hash; without a hash (none, or empty) it works as long and answers no. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownHash ??= hashPassword('no account has this one');
  const isRight = await verify(passwordHash || (await unknownHash), password);
  return Boolean(passwordHash) && isRight;
}

/** Throws the refusal `weak-password` with the broken rule as its sentence; `path` names the field it came in. */
export function refuseWeakPassword(password: string, path = 'Password', repeat = password): void {
  const broken = checkPassword(password, repeat);
  if (!broken) return;
  const sentence = passwordRule[broken];
  throw new Refusal({ ...signInRefusal['weak-password'], ...sentence }, {}, [{ path, ...sentence }]);
}
