import { describe, expect, it } from 'vitest';
import { Turns } from './turns.js';

describe('turns of long work', () => {
  it('given much of one and little of another, then the other does not wait for all of it, and never more than the limit run', async () => {
    const turns = new Turns(2);
    const done: string[] = [];
    let running = 0;
    const piece = (key: string, name: string) =>
      turns.run(key, async () => {
        running += 1;
        expect(running).toBeLessThanOrEqual(2);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        done.push(name);
      });
    const much = Array.from({ length: 10 }, (_, n) => piece('much', `much ${n}`));
    await Promise.all([...much, piece('little', 'little 0'), piece('other', 'other 0')]);
    expect(done).toHaveLength(12);
    expect(done.indexOf('little 0')).toBeLessThan(5);
    expect(done.indexOf('other 0')).toBeLessThan(6);
    expect(done.filter((name) => name.startsWith('much'))).toEqual(much.map((_, n) => `much ${n}`));
  });

  it('given work that fails, then its place is free for the next', async () => {
    const turns = new Turns(1);
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', async () => 'yes')).toBe('yes');
  });
});
