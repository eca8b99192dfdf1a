import type { Label } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Who } from './who.ts';

/** Returns the refusal for something that does not exist or is outside the caller's scope; `what` is named in the caller's language. */
export function notFound(who: Who, what: Label): Refusal {
  return new Refusal(kernelRefusal['not-found'], { what: what[who.language] });
}
