import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSealer, SealError } from './sealer.js';
import { randomToken, sameSecret, sha256 } from './secrets.js';

const old = new Uint8Array(32).fill(1);
const fresh = new Uint8Array(32).fill(2);
// printf '\1%.0s' {1..32} | sha256sum, and the same with \2
const oldId = '72cd6e84';
const freshId = '75877bb4';

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
  return 'no error';
}

describe('sealing', () => {
  it('given a secret, when sealed twice, then the texts differ, name the key and open to the secret', () => {
    const sealer = createSealer([fresh]);
    const [a, b] = [sealer.seal('pass wörd', 'profile:1'), sealer.seal('pass wörd', 'profile:1')];
    expect(a).not.toBe(b);
    expect(a.split('.').slice(0, 2)).toEqual(['k1', freshId]);
    expect(a).not.toContain('pass');
    expect(sealer.open(a, 'profile:1')).toBe('pass wörd');
  });

  it('given a sealed text, when decrypted with plain AES-256-GCM, then it matches the documented format', () => {
    const body = Buffer.from(createSealer([old]).seal('secret', 'x').split('.')[2] ?? '', 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', old, body.subarray(0, 12));
    decipher.setAAD(Buffer.from('x')).setAuthTag(body.subarray(-16));
    expect(Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()]).toString()).toBe('secret');
  });

  it('given a rotated key, when old texts are opened, then they open and are resealed under the newest', () => {
    const before = createSealer([old]).seal('secret', 'x');
    const both = createSealer([fresh, old]);
    const after = both.reseal(before, 'x');
    expect(before.split('.')[1]).toBe(oldId);
    expect(both.open(before, 'x')).toBe('secret');
    expect(after.split('.')[1]).toBe(freshId);
    expect(both.reseal(after, 'x')).toBe(after);
    expect(createSealer([fresh]).open(after, 'x')).toBe('secret');
  });

  it('given a wrong key, another row, an altered or foreign text, when opened, then the error has the reason', () => {
    const sealed = createSealer([old]).seal('secret', 'profile:1');
    const sealer = createSealer([old]);
    const last = sealed.at(-3) === 'A' ? 'B' : 'A';
    expect(reasonOf(() => createSealer([fresh]).open(sealed, 'profile:1'))).toBe('unknown-key');
    expect(reasonOf(() => sealer.open(sealed, 'profile:2'))).toBe('altered');
    expect(reasonOf(() => sealer.open(`${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`, 'profile:1'))).toBe(
      'altered',
    );
    expect(reasonOf(() => sealer.open('plain text', 'profile:1'))).toBe('malformed');
    expect(reasonOf(() => sealer.open(`k1.${oldId}.AAAA`, 'profile:1'))).toBe('malformed');
  });

  it('given a key of another length or none, when a sealer is created, then it is refused', () => {
    expect(() => createSealer([new Uint8Array(16)])).toThrow(/32 bytes/);
    expect(() => createSealer([])).toThrow(/32 bytes/);
  });
});

describe('secrets', () => {
  it('given a text, when hashed, then it is SHA-256 (FIPS 180-2 example)', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
  it('given a length, when a token is generated, then it has that length, is URL-safe and unique', () => {
    expect(randomToken(32)).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(new Set(Array.from({ length: 500 }, () => randomToken())).size).toBe(500);
  });
  it('given two secrets, when compared, then only equal ones match', () => {
    expect([sameSecret('a', 'a'), sameSecret('a', 'b'), sameSecret('a', 'aa')]).toEqual([true, false, false]);
  });
});
