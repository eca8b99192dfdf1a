import { checkPassword, isStrictPassword, passwordRule, strictPasswordMessage } from '@boyun/domain/password';
import { type Label, Refusal } from '@boyun/kernel/contract';
import { hash, verify } from '@node-rs/argon2';
import type { Writer } from '../role/writer.service.ts';
import { signInRefusal } from './sign-in-refusal.contract.ts';

// argon2id (the library's default algorithm) with the memory and time cost recommended by OWASP.
let cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let unknownHash: Promise<string> | null = null;

/** Makes this process hash passwords at the lowest cost argon2 allows. Only for tests, which create hundreds of accounts. */
export function hashPasswordsCheaply(): void {
  cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
}

/** Returns the argon2id hash under which a password is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Returns whether a password matches a hash. Without a hash (null or empty) it takes as long and returns false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  unknownHash ??= hashPassword('no account has this one');
  const isRight = await verify(passwordHash || (await unknownHash), password);
  return Boolean(passwordHash) && isRight;
}

function refuse(sentence: Label, path: string): never {
  throw new Refusal({ ...signInRefusal['weak-password'], ...sentence }, {}, [{ path, ...sentence }]);
}

/** Throws the refusal `weak-password` naming the violated rule; `path` is the field the password came in. */
export function refuseWeakPassword(password: string, path = 'Password', repeat = password): void {
  const broken = checkPassword(password, repeat);
  if (broken) refuse(passwordRule[broken], path);
}

/** Throws like `refuseWeakPassword`, and checks the tenant's stricter password rules as well. */
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
  if (strict.length > 0 && !isStrictPassword(password)) refuse(strictPasswordMessage, path ?? 'Password');
}
