import { expect, it } from 'vitest';
import { preconditionIn, refusalNamedIn } from './preconditions.js';

const error = (name: string) =>
  `<d:error xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><c:${name}/></d:error>`;

it.each([
  [403, error('max-resource-size'), 'other'],
  [403, error('of-another-standard'), 'other'],
  [403, error('need-privileges'), 'not_permitted'],
  [403, error('quota-not-exceeded'), 'storage_full'],
  [403, error('allowed-attendee-scheduling-object-change'), 'organizer_only'],
  [403, 'Forbidden', 'not_permitted'],
  [507, '', 'storage_full'],
  [415, '', undefined],
])('given a write answered with %i %s, then the code of its refusal is %s', (status, body, code) => {
  expect(refusalNamedIn(status, body).refusal).toBe(code);
});

it('given an error, then its precondition is in words, also of one that is not listed', () => {
  expect(preconditionIn(error('max-resource-size'))).toBe('it is larger than the server permits (max-resource-size)');
  expect(preconditionIn(error('of-another-standard'))).toBe('of another standard (of-another-standard)');
  expect(preconditionIn('Forbidden')).toBe('');
});
