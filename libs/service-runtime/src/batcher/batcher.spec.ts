import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.js';

describe('Batcher', () => {
  it('given items being handled, when more arrive, then those are handled together afterwards, up to the limit', async () => {
    const groups: string[][] = [];
    let finish = (): void => undefined;
    const batcher = new Batcher<string, string>(async (items) => {
      groups.push(items);
      if (groups.length === 1) await new Promise<void>((resolve) => (finish = resolve));
      return items.map((item) => `${item} of group ${groups.length}`);
    }, 2);
    const first = batcher.add('a');
    await Promise.resolve();
    const rest = ['b', 'c', 'd'].map((item) => batcher.add(item));
    finish();
    expect(await Promise.all([first, ...rest])).toEqual([
      'a of group 1',
      'b of group 2',
      'c of group 2',
      'd of group 3',
    ]);
    expect(groups).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('given a group that fails, when more arrive, then only its own items fail', async () => {
    let calls = 0;
    const batcher = new Batcher<string, string>(async (items) => {
      calls += 1;
      if (calls === 1) throw new Error('away');
      return items;
    }, 64);
    await expect(batcher.add('a')).rejects.toThrow('away');
    expect(await batcher.add('b')).toBe('b');
  });
});
