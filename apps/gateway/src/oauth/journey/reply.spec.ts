import { describe, expect, it } from 'vitest';
import { sourceOf } from './reply.js';

describe('sources of a Content-Security-Policy', () => {
  // CSP Level 3 §2.3.1: host-char is a letter, a digit or "-"
  it.each([
    ['https://app.example/callback?a=b', 'https://app.example'],
    ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/callback', 'http:'],
    ['https://my_app.example/callback', 'https:'],
    ['com.example.app:/callback', 'com.example.app:'],
  ])('given the redirect address %s, when named, then it is %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });
});
