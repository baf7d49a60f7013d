/** A map that evicts its oldest entry when it is full. */
export class BoundedMap<Key, Value> {
  private readonly held = new Map<Key, Value>();

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    return this.held.get(key);
  }

  set(key: Key, value: Value): Value {
    this.held.delete(key);
    const oldest = this.held.size >= this.limit ? this.held.keys().next() : undefined;
    if (oldest && !oldest.done) this.held.delete(oldest.value);
    this.held.set(key, value);
    return value;
  }
}
