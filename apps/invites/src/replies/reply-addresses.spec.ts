import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { createReplyAddresses, newReplyToken } from './reply-addresses.js';

const token = 'k3v9x2m4q8t1w7z5b6n0c3d8f2';

describe('reply addresses', () => {
  it('given a new token, when created, then it has 26 letters and digits and is unique', () => {
    const tokens = Array.from({ length: 200 }, newReplyToken);
    expect(tokens.filter((one) => !/^[a-z0-9]{26}$/.test(one))).toEqual([]);
    expect(new Set(tokens).size).toBe(200);
  });

  it('given a template, when an address is created, then its token is found again, in any case', () => {
    const addresses = createReplyAddresses('reply+{token}@Mail.example.com');
    expect(addresses.of(token)).toBe(`reply+${token}@Mail.example.com`);
    expect(addresses.tokenOf(`REPLY+${token.toUpperCase()}@MAIL.EXAMPLE.COM`)).toBe(token);
  });

  it.each([
    ['another domain', `${token}@mailXexample.com`],
    ['another local part', `x${token}@mail.example.com`],
    ['a shorter token', `${token.slice(1)}@mail.example.com`],
    ['no address', 'nonsense'],
  ])('given %s, when read, then there is no token', (_what, address) => {
    expect(createReplyAddresses('{token}@mail.example.com').tokenOf(address)).toBeNull();
  });

  it('given a mail, when its headers are read, then only addresses of delivery headers count, including folded ones', () => {
    const other = 'a'.repeat(26);
    const mail = [
      `Delivered-To: <${token.toUpperCase()}@mail.example.com>`,
      `Subject: ${'b'.repeat(26)}@mail.example.com`,
      'To: "Team" <team@example.com>,',
      ` "Reply, here" <${other}@mail.example.com>`,
      '',
      `To: ${'c'.repeat(26)}@mail.example.com`,
    ].join('\r\n');
    expect(createReplyAddresses('{token}@mail.example.com').tokensIn(Buffer.from(mail))).toEqual([token, other]);
  });

  // with a quadratic algorithm each of these takes seconds to minutes
  it.each([
    ['one word', 'a'.repeat(250_000)],
    ['words that end in an at sign', 'a@'.repeat(125_000)],
    ['signs that separate addresses', '<,;:"()>'.repeat(31_000)],
    ['lines that are folded', 'a\r\n '.repeat(62_000)],
    ['line feeds', '\n'.repeat(250_000)],
  ])('given a To of 250 kB that is %s, when read, then it takes no noticeable time', (_what, value) => {
    const mail = Buffer.from(`To: ${value}\r\nCc: <${token}@mail.example.com>\r\n\r\n`);
    const addresses = createReplyAddresses('{token}@mail.example.com');
    const before = process.cpuUsage();
    addresses.tokensIn(mail);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(boundMs(200));
  });
});
