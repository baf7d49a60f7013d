import { createHmac, timingSafeEqual } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bodySignatures, signCallback, webhookSignatures } from './sign-callback.js';

/** A receiver written from the Standard Webhooks specification, as an application's library works. */
function verify(whsec: string, headers: Record<string, string>, body: string): boolean {
  const key = Buffer.from(whsec.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return headers['webhook-signature']!.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** CBK-2. */
const whsecOf = (secret: string) => `whsec_${Buffer.from(secret).toString('base64')}`;

describe('Cronofy-HMAC-SHA256', () => {
  const body = '{"example":"well-known"}';

  it.each([
    ['pDY0Oi7TJSP2hfNmZNkm5', '6r2/HjBkqymGegX0wOfifieeUXbbHwtV/LohHS+jv6c='],
    ['CRN_NggYusqPGLxwjw5FHOJYOqSrTPNXy8WQf14OID', '5DxentQi5YSXODEzTVv06sRwJ3pULIz1KrYv20qxEK0='],
  ])(
    'given the published vector of secret %s, when signed, then it is the published value (CBK-1)',
    (secret, value) => {
      expect(bodySignatures([secret], body)).toBe(value);
    },
  );

  it('given two live secrets, when signed, then both values are joined by a comma without a space (CBK-1)', () => {
    const secrets = ['pDY0Oi7TJSP2hfNmZNkm5', 'CRN_NggYusqPGLxwjw5FHOJYOqSrTPNXy8WQf14OID'];
    expect(bodySignatures(secrets, body)).toBe(
      '6r2/HjBkqymGegX0wOfifieeUXbbHwtV/LohHS+jv6c=,5DxentQi5YSXODEzTVv06sRwJ3pULIz1KrYv20qxEK0=',
    );
  });
});

describe('Standard Webhooks', () => {
  it('given the vector of the specification, when signed, then it is the published value', () => {
    // whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw: its key bytes are not text like client secrets, hence Latin-1 bytes here
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const body = '{"test": 2432232314}';
    const published = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': published,
    };
    expect(verify(`whsec_${key.toString('base64')}`, headers, body)).toBe(true);
  });

  it('given a callback, when signed, then only a receiver with whsec_ and the secret’s bytes accepts it', () => {
    const body = '{"notification":{"type":"smart_invite"},"name":"Zoë ☕"}';
    const headers = signCallback(['KAL_old', 'KAL_new'], { id: 'cbk_1', body }, 1_794_700_000_999);
    expect(headers['webhook-timestamp']).toBe('1794700000');
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    expect(verify(whsecOf('KAL_old'), headers, body)).toBe(true);
    expect(verify(whsecOf('KAL_new'), headers, body)).toBe(true);
    expect(verify(whsecOf('KAL_other'), headers, body)).toBe(false);
    expect(verify(whsecOf('KAL_new'), headers, `${body} `)).toBe(false);
    expect(verify(whsecOf('KAL_new'), { ...headers, 'webhook-id': 'cbk_2' }, body)).toBe(false);
  });

  it('given python’s hmac of the same text, when compared, then they are equal', () => {
    // python3 -c "import hmac,hashlib,base64;print(base64.b64encode(hmac.new(b'KAL_secret',b'cbk_1.1794700000.{}',hashlib.sha256).digest()).decode())"
    expect(webhookSignatures(['KAL_secret'], { id: 'cbk_1', timestamp: 1_794_700_000, body: '{}' })).toBe(
      'v1,gU4idLhcJfhHKkNv7Cix6DBE5129IVR4Fh7Ib1K/QsI=',
    );
  });

  it('given no secret, when signed, then it is refused', () => {
    expect(() => signCallback([], { id: 'cbk_1', body: '{}' }, 0)).toThrow(/unsigned/);
  });
});
