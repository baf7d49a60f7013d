/** A map that evicts its oldest entry when it is full. */
export class BoundedMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  set(key: Key, value: Value): Value {
    this.entries.delete(key);
    const oldest = this.entries.size >= this.limit ? this.entries.keys().next() : undefined;
    if (oldest && !oldest.done) this.entries.delete(oldest.value);
    this.entries.set(key, value);
    return value;
  }
}
