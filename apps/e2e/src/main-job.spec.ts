import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';

e2e('the main job on the built-in calendar', (kalends) => {
  it('given an account, when an event is upserted, then the next read shows it (EVT-6, EVT-10)', async () => {
    const user = await kalends().user();

    const answer = await kalends().upsert(user, {
      event_id: 'first',
      summary: 'Board meeting',
      description: 'Discuss plans',
      start: '2026-12-01T15:30:00Z',
      end: '2026-12-01T17:00:00Z',
      location: { description: 'Board room' },
    });
    const events = await kalends().events(user.access_token, 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-01');

    expect(answer.status).toBe(202);
    expect(answer.text).toBe('');
    expect(events).toMatchObject([
      {
        calendar_id: user.calendar_id,
        event_id: 'first',
        summary: 'Board meeting',
        description: 'Discuss plans',
        start: '2026-12-01T15:30:00Z',
        end: '2026-12-01T17:00:00Z',
        location: { description: 'Board room' },
        deleted: false,
        transparency: 'opaque',
        event_status: 'confirmed',
        participation_status: 'needs_action',
      },
    ]);
  });
});
