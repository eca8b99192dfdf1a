/** Parses the query of an address, or any text after its question mark, by name (spec §3); the last value wins. */
export function queryOf(address: string): Record<string, string> {
  const [, query = address.includes('=') ? address : ''] = /\?([^#]*)/.exec(address) ?? [];
  return Object.fromEntries(new URLSearchParams(query));
}
