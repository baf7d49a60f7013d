import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { googleScopesFor } from '../consent/google-scopes.js';
import { ada, fixed, scope, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const nine = { dayOfWeek: 'monday', periodStart: 540, periodEnd: 720 };
const evening = { dayOfWeek: 'monday', periodStart: 1_080, periodEnd: 1_440 };
const enabled = (...availableTimes: object[]) => ({ workingHoursEnabled: true, availableTimes });

describe('working hours at Google', () => {
  let google: SimulatedGoogle;
  beforeEach(async () => void (google = await startGoogle()));
  afterEach(() => google.close());

  const rights = { events: 'write', createsCalendars: false } as const;
  const minimum = googleScopesFor(rights);
  /** Ada's provider with these scopes, granted at Google and stored here; `workingHours`: those of her primary calendar. */
  async function granted(
    workingHours?: object,
    atGoogle = googleScopesFor(rights, ['working-hours']),
    stored = atGoogle,
  ) {
    const home = { email: ada, id: ada, primary: true, timeZone: 'Europe/London' };
    const calendars = workingHours ? [{ ...home, workingHours }] : [];
    const [grant] = await google.seeded({
      calendars,
      grants: [{ email: ada, client_id: 'test', scope: atGoogle.join(' ') }],
    });
    return google.provider(fixed(grant!.access_token, stored));
  }
  const requests = () => google.count('calendars.get');

  it('given hours of the primary calendar, when read, then in its zone, with one request', async () => {
    expect(await (await granted(enabled(nine, evening))).workingHours()).toEqual({
      tzid: 'Europe/London',
      weekly_periods: [
        { day: 'monday', start_time: '09:00', end_time: '12:00' },
        { day: 'monday', start_time: '18:00', end_time: '24:00' },
      ],
    });
    expect(await requests()).toBe(1);
  });

  it.each([
    ['that are switched off', { workingHoursEnabled: false, availableTimes: [nine] }],
    ['without times', enabled()],
    ['of another type', { workingHoursEnabled: true, availableTimes: 'monday' }],
  ])('given hours %s, when read, then there are none', async (_what, workingHours) => {
    expect(await (await granted(workingHours)).workingHours()).toBeNull();
  });

  it('given an account without hours, or without the permission, when read, then there are none; the latter is no request', async () => {
    expect(await (await granted()).workingHours()).toBeNull();
    expect(await requests()).toBe(1);
    expect(await (await granted(enabled(nine), minimum)).workingHours()).toBeNull();
    expect(await requests()).toBe(1);
  });

  it('given periods that are none, when read, then the others', async () => {
    const wrong = [{ ...nine, dayOfWeek: 'someday' }, { ...nine, periodEnd: 540 }, { ...nine, periodStart: -5 }, null];
    const provider = await granted(enabled(...(wrong as object[]), evening));
    expect((await provider.workingHours())!.weekly_periods).toEqual([
      { day: 'monday', start_time: '18:00', end_time: '24:00' },
    ]);
  });

  it('given a permission that was withdrawn, when read, then refused, not disconnected', async () => {
    const provider = await granted(enabled(nine), minimum, [scope]);
    await expect(provider.workingHours()).rejects.toMatchObject({ failure: 'refused' });
  });

  it('given hours that are written as the discovery document describes, when read, then those; null keeps them', async () => {
    const patch = (workingHours: object | null) =>
      fetch(`${google.apiUrl}/calendars/primary`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${google.grant.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workingHours }),
      });
    const provider = await granted();
    expect((await patch(enabled(nine))).status).toBe(200);
    expect((await patch(null)).status).toBe(200);
    expect((await provider.workingHours())!.weekly_periods).toHaveLength(1);
    expect((await patch(enabled())).status).toBe(400);
    expect((await patch({ workingHoursEnabled: false })).status).toBe(200);
    expect(await provider.workingHours()).toBeNull();
  });
});
