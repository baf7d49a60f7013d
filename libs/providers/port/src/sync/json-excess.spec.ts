import { describe, expect, it } from 'vitest';
import { ProviderError } from './provider.port.js';
import { jsonExcess, jsonOf } from './json-excess.js';

const [many, deep] = [/250000 values/, /50 levels/];

describe('the bounds of a JSON text', () => {
  it.each([
    ['nothing', ''],
    ['brackets and commas in a text', JSON.stringify('[{,'.repeat(300_000))],
    ['escaped quotation marks and backslashes', JSON.stringify({ '"\\': ['\\"[[[', '\\\\', '"'.repeat(1_000)] })],
    ['50 levels', `${'['.repeat(50)}${']'.repeat(50)}`],
    ['many lists beside each other', JSON.stringify(Array.from({ length: 100_000 }, () => []))],
    ['what is not JSON', '<html>"'],
  ])('given %s, then it may be parsed', (_what, text) => expect(jsonExcess(text)).toBeUndefined());

  it.each([
    ['51 levels', `${'{"a":'.repeat(51)}1${'}'.repeat(51)}`, deep],
    ['too many values of a list', JSON.stringify(Array.from({ length: 250_001 }, () => 0)), many],
    ['too many members', `{${'"a":0,'.repeat(250_001)}"b":0}`, many],
    ['too many after a text that ends with backslashes', `["\\\\",${'[],'.repeat(130_000)}0]`, many],
    ['too many between texts', `[${'"[",'.repeat(250_001)}0]`, many],
  ])('given %s, then why it is not', (_what, text, reason) => expect(jsonExcess(text)).toMatch(reason));
});

describe('what a provider answers', () => {
  const url = new URL('https://api.example.com/events');

  it.each([
    ['a page', 200, '<html>'],
    ['half of it', 200, '{"items":['],
    ['nothing', 200, ''],
    ['a page', 201, '<html>'],
  ])('given %s with %i, then it is a failure that may be over soon', (_what, status, text) =>
    expect(() => jsonOf(text, url, status)).toThrow(
      new ProviderError('unavailable', `api.example.com answered ${status} without JSON, or with a part of it.`),
    ),
  );

  it.each([
    ['nothing', 204, '', {}],
    ['a page', 502, '<html>', {}],
    ['a page', 302, '<html>', {}],
    ['an object', 200, '{"items":[]}', { items: [] }],
  ])('given %s with %i, then its content', (_what, status, text, content) =>
    expect(jsonOf(text, url, status)).toEqual(content),
  );
});
