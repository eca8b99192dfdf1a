import { checkPassword, passwordRule, strictPasswordMessage } from '@boyun/domain/password';
import { type Label, Refusal } from '@boyun/kernel/contract';
import { hash, verify } from '@node-rs/argon2';
import { signInRefusal } from '../sign-in/sign-in.contract.ts';
import type { Writer } from '../tenant/writer.service.ts';

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

function refuse(sentence: Label, path: string): never {
  throw new Refusal({ ...signInRefusal['weak-password'], ...sentence }, {}, [{ path, ...sentence }]);
}

/** Throws the refusal `weak-password` with the broken rule as its sentence; `path` names the field it came in. */
export function refuseWeakPassword(password: string, path = 'Password', repeat = password): void {
  const broken = checkPassword(password, repeat);
  if (broken) refuse(passwordRule[broken], path);
}

/** The same, with what a tenant asks of its passwords besides. */
export async function refuseTenantsWeakPassword(
  tx: Pick<Writer, 'query' | 'tenantId'>,
  password: string,
  path?: string,
  repeat?: string,
): Promise<void> {
  refuseWeakPassword(password, path, repeat);
  const strict = await tx.query('select 1 from tenant_setting where tenant_id = $1 and is_password_strict', [
    tx.tenantId,
  ]);
  const isKept = /^(?=.*[A-Za-z])(?=.*\d).{6,16}$/s.test(password);
  if (strict.length > 0 && !isKept) refuse(strictPasswordMessage, path ?? 'Password');
}
