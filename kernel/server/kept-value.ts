/** Values by tenant and name. One that was being read while it was forgotten is not kept. */
export class KeptValues {
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

  forget(tenantId: number, name: string): void {
    const key = `${tenantId} ${name}`;
    this.#values.delete(key);
    this.#ages.set(key, (this.#ages.get(key) ?? 0) + 1);
  }
}
