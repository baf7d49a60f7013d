import { describe, expect, it } from 'vitest';
import { channelToken } from './channel-token.js';

const old = new Uint8Array(32).fill(1);
const fresh = new Uint8Array(32).fill(2);

describe('channel tokens', () => {
  it('given a channel id, then the token is the one that OpenSSL computes', () => {
    // key: printf google-channel | openssl dgst -sha256 -mac HMAC -macopt hexkey:0101…01
    // token: printf gch_1 | openssl dgst -sha256 -mac HMAC -macopt hexkey:<key> -binary | base64url
    expect(channelToken([old], 'google', 'gch_1')).toBe('FEWtTldLK4XZ8_aQGMdJHmftEWMoMs3f2W8v2rNSfG4');
  });

  it('given a newer encryption key, then tokens stay; given another channel, then the token differs', () => {
    expect(channelToken([fresh, old], 'google', 'gch_1')).toBe(channelToken([old], 'google', 'gch_1'));
    expect(channelToken([old], 'google', 'gch_2')).not.toBe(channelToken([old], 'google', 'gch_1'));
    expect(channelToken([fresh], 'google', 'gch_1')).not.toBe(channelToken([old], 'google', 'gch_1'));
  });
});
