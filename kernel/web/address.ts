/** The query of an address, or of anything behind its question mark, by name (spec §3); of a name given twice the last. */
export function queryOf(address: string): Record<string, string> {
  const [, query = address.includes('=') ? address : ''] = /\?([^#]*)/.exec(address) ?? [];
  return Object.fromEntries(new URLSearchParams(query));
}
