import { requestInviteBody } from '@kalends/public-api';
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

  it('given an absence and categories, then the text has them (INV-14)', () => {
    const given = { extended_transparency: 'out_of_office', categories: ['Travel'] };
    expect(componentOf(written(given))).toMatchObject({ ...given, transparency: 'opaque' });
  });

  it('given placeholders, then they are filled, in English only (INV-14)', () => {
    const texts = {
      description: 'Call\n{{ cronofy.conferencing.invite_block }}',
      location: { description: '{{ cronofy.conferencing.join_url }}' },
    };
    const conferencing = { profile_id: 'explicit', join_url };
    expect(componentOf(written({ ...texts, conferencing, locale: 'en-GB' }))).toMatchObject({
      description: `Call\nJoin the meeting:\n${join_url}`,
      location: { description: join_url },
    });
    expect(componentOf(written({ description: texts.description }))).toMatchObject({ description: 'Call' });
    const errors = { 'event.locale': [expect.objectContaining({ key: 'errors.not_supported' })] };
    expect(() => componentOf(written({ ...texts, conferencing, locale: 'de' }))).toThrow(
      expect.objectContaining({ response: { errors } }),
    );
  });

  it.each([
    ['attendees', { invite: [{ email: 'bob@example.com' }] }],
    ['tags', [{ value: 'interview' }]],
    ['reminders_create_only', true],
    ['subscriptions', [{ type: 'webhook', uri: 'https://example.com/hook' }]],
    ['attachments', [{ attachment_id: 'att_1' }]],
  ])('given %s, then it is refused by name; an empty one is ignored (INV-14)', (name, value) => {
    const errors = { [`event.${name}`]: [expect.objectContaining({ key: 'errors.not_supported' })] };
    expect(() => written({ [name]: value })).toThrow(expect.objectContaining({ response: { errors } }));
    for (const empty of [null, false, [], {}]) expect(() => written({ [name]: empty })).not.toThrow();
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
