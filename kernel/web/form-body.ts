/** A value in the body of a call. */
export type BodyValue = unknown;

/** An encoded body: form-encoded text, or multipart when it contains a file. */
export interface Body {
  readonly content: string | FormData;
  readonly type: string | null;
}

/**
 * Returns the pairs of a form-encoded body (spec §7): objects flattened to `A[B]`, arrays with the suffix `A[]`, arrays of objects with
 * their index `A[0][B]`; null and undefined are skipped.
 */
export function flatten(value: Readonly<Record<string, BodyValue>>): [string, string | Blob][] {
  const pairs: [string, string | Blob][] = [];
  for (const [key, one] of Object.entries(value)) walk(key, one, pairs);
  return pairs;
}

function walk(key: string, value: BodyValue, pairs: [string, string | Blob][]): void {
  if (value === null || value === undefined) return;
  if (typeof Blob !== 'undefined' && value instanceof Blob) pairs.push([key, value]);
  else if (value instanceof Date) pairs.push([key, value.toISOString()]);
  else if (Array.isArray(value)) {
    const hasObjects = value.some((one) => one !== null && typeof one === 'object' && !(one instanceof Date));
    value.forEach((one, index) => {
      walk(hasObjects && !(one instanceof Blob) ? `${key}[${index}]` : `${key}[]`, one, pairs);
    });
  } else if (typeof value === 'object')
    for (const [inner, one] of Object.entries(value)) walk(`${key}[${inner}]`, one, pairs);
  else pairs.push([key, String(value)]);
}

/** Encodes a body: `application/x-www-form-urlencoded; charset=utf-8`, or multipart when it contains a file. */
export function encodeBody(value: Readonly<Record<string, BodyValue>>): Body {
  const pairs = flatten(value);
  if (pairs.some(([, one]) => typeof one !== 'string')) {
    const content = new FormData();
    for (const [key, one] of pairs) content.append(key, one);
    return { content, type: null };
  }
  const content = new URLSearchParams(pairs as [string, string][]).toString();
  return { content, type: 'application/x-www-form-urlencoded; charset=utf-8' };
}
