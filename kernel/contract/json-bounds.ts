/** Maximum nesting, and maximum number of values and keys, of JSON in a call. */
export const JSON_BOUNDS = { depth: 64, values: 300_000 } as const;

/** Whether JSON text stays within `JSON_BOUNDS`, checked in one pass without parsing it. */
export function isBoundedJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
          if (text.charCodeAt(at) === 0x5c) at += 1;
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        values += 1;
        if (depth > JSON_BOUNDS.depth) return false;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case 0x2c:
      case 0x3a:
        values += 1;
        break;
    }
    if (values > JSON_BOUNDS.values) return false;
  }
  return true;
}
