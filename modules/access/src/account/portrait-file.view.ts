import type { Label } from '@boyun/kernel/contract';
import { signInRefusal } from './sign-in-refusal.contract.ts';

/** File types allowed for an avatar (product spec §5). */
export const PORTRAIT_TYPES = ['image/jpeg', 'image/png'];
const MOST_BYTES = 500 * 1024;

/** Returns why a file cannot be an avatar, or null; the server also checks the content. */
export function portraitFault(file: { readonly type: string; readonly size: number }): Label | null {
  if (!PORTRAIT_TYPES.includes(file.type)) return signInRefusal['avatar-type'];
  return file.size < MOST_BYTES ? null : signInRefusal['avatar-size'];
}
