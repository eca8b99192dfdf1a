import type { Label } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Who } from './who.ts';

/** The refusal for what does not exist, or exists out of the caller's reach: `what` is named in the caller's language. */
export function notFound(who: Who, what: Label): Refusal {
  return new Refusal(kernelRefusal['not-found'], { what: what[who.language] });
}
