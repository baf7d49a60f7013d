/** A cache by text that is emptied when it has this many characters of keys: what others write fills no memory. */
export class BoundedCache<Value> {
  private readonly values = new Map<string, Value>();
  private characters = 0;

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Value): void {
    this.characters += key.length;
    if (this.characters > this.most) {
      this.values.clear();
      this.characters = key.length;
    }
    this.values.set(key, value);
  }
}
