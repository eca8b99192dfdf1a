/** Cached values by tenant and name. A value that is invalidated while it is being loaded is not cached. */
export class ValueCache {
  readonly #values = new Map<string, unknown>();
  readonly #ages = new Map<string, number>();

  async find<T>(tenantId: number, name: string, load: () => Promise<T>): Promise<T> {
    const key = `${tenantId} ${name}`;
    if (this.#values.has(key)) return this.#values.get(key) as T;
    const age = this.#ages.get(key);
    const value = await load();
    if (this.#ages.get(key) === age) this.#values.set(key, value);
    return value;
  }

  invalidate(tenantId: number, name: string): void {
    const key = `${tenantId} ${name}`;
    this.#values.delete(key);
    this.#ages.set(key, (this.#ages.get(key) ?? 0) + 1);
  }
}
