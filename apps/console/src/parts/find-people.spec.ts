import { describe, expect, it } from 'vitest';
import { idsOf } from './find-people.js';

const accounts = [
  { sub: 'acc_1', email: 'Ada@example.com' },
  { sub: 'acc_2', email: 'ada@example.com.au' },
  { sub: 'acc_3', email: 'bob@example.com' },
  { sub: 'acc_4', email: 'bob@example.com' },
  { sub: 'acc_5', email: null },
];
const searched: string[] = [];
const search = async (address: string) => (searched.push(address), accounts);

describe('people of a query', () => {
  it('given an id and an address, then the address is that of one account, in any case, and the id is not searched', async () => {
    expect(await idsOf(['acc_9', 'ADA@example.com'], search)).toEqual(['acc_9', 'acc_1']);
    expect(searched).toEqual(['ADA@example.com']);
  });

  it('given an address that nobody has, then that is the error', () =>
    expect(idsOf(['eve@example.com'], search)).rejects.toThrow(
      'No account of this application has the address eve@example.com.',
    ));

  it('given an address of two accounts, then the error has their ids', () =>
    expect(idsOf(['bob@example.com'], search)).rejects.toThrow(
      'Several accounts have the address bob@example.com: acc_3, acc_4. Enter the id of one.',
    ));
});
