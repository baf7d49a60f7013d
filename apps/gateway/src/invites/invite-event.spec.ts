import { requestInviteBody } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { validate } from '../http/refusals.js';
import { componentOf } from './invite-event.js';

const event = { summary: 'Call', start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
const written = (more: object) =>
  validate(requestInviteBody, {
    smart_invite_id: 'one',
    recipient: { email: 'ann@example.com' },
    event: { ...event, ...more },
  }).event;
const join_url = 'https://acme.zoom.us/j/123';

describe('the event of an invite', () => {
  it('given an explicit conference, then the text has it, in the location if that is empty (INV-13)', () => {
    const conferencing = { profile_id: 'explicit', join_url, provider_description: 'Zoom' };
    const place = { lat: '48.2', long: '11.5' };
    expect(componentOf(written({ conferencing, location: place }))).toMatchObject({
      conference_url: join_url,
      conference_name: 'Zoom',
      location: { description: join_url, ...place },
    });
    const office = { description: 'Office' };
    expect(componentOf(written({ conferencing, location: office }))).toMatchObject({
      conference_url: join_url,
      location: office,
    });
  });

  it.each([[{ profile_id: 'none' }], [null], [{}]])(
    'given the conference %j, then there is none (INV-13)',
    (conferencing) => {
      const component = componentOf(written({ conferencing }));
      expect([component.conference_url, component.location]).toEqual([undefined, undefined]);
    },
  );

  it.each(['integrated', 'default', 'pro_1'])('given the profile %s, then it is refused (INV-13)', (profile_id) => {
    const refused = () => written({ conferencing: { profile_id } });
    const key = 'errors.not_supported';
    expect(refused).toThrow(
      expect.objectContaining({
        response: { errors: { 'event.conferencing.profile_id': [expect.objectContaining({ key })] } },
      }),
    );
  });
});
