import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSeeded } from '../../simulator.fixture.js';

type World = Awaited<ReturnType<typeof startSeeded>>;

const at = (day: string, hour = 10) => ({
  start: { dateTime: `2026-12-${day}T${hour}:00:00`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T${hour + 1}:00:00`, timeZone: 'Europe/London' },
});

describe('given a series with an exception and a deleted instance, when its start or rules change', () => {
  const kept = 'jeden_20261202T100000Z';
  const deleted = 'jeden_20261203T100000Z';
  let world: World;
  let token: string;
  beforeEach(async () => {
    world = await startSeeded();
    const body = { id: 'jeden', summary: 'jeden', ...at('01'), recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] };
    await world.as(world.events, { body });
    await world.as(`${world.events}/${kept}`, { method: 'PATCH', body: { summary: 'Own' } });
    await world.as(`${world.events}/${deleted}`, { method: 'DELETE' });
    token = (await world.as(world.events)).body['nextSyncToken'] as string;
  });
  afterEach(() => world.close());

  const change = (body: object) => world.as(`${world.events}/jeden`, { method: 'PATCH', body });
  const changes = async () =>
    (await world.as(`${world.events}?syncToken=${token}`)).body.items.map(({ id, status }) => `${id} ${status}`);
  const starts = async () =>
    (await world.as(`${world.events}/jeden/instances`)).body.items.map(
      ({ start, summary }) => `${(start as { dateTime: string }).dateTime.slice(8, 13)} ${summary}`,
    );

  it('to a later hour, then the exception is cancelled, reported, and the instances are plain', async () => {
    await change(at('01', 11));
    expect(await changes()).toEqual(['jeden confirmed', `${kept} cancelled`]);
    expect(await starts()).toEqual(['01T11 jeden', '02T11 jeden', '03T11 jeden', '04T11 jeden']);
    expect((await world.as(`${world.events}/jeden_20261202T110000Z`)).status).toBe(200);
  });

  it('with the same instances, or another member only, then exceptions stay', async () => {
    await change({ recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] });
    await change({ summary: 'All' });
    expect(await changes()).toEqual(['jeden confirmed']);
    expect(await starts()).toEqual(['01T10 All', '02T10 Own', '04T10 All', '05T10 All']);
  });

  it('to other days, then only the exceptions outside are cancelled', async () => {
    await change({ recurrence: ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'] });
    expect(await changes()).toEqual(['jeden confirmed', `${kept} cancelled`]);
    expect(await starts()).toEqual(['01T10 jeden']);
  });

  it('to none, then all are cancelled', async () => {
    await change({ recurrence: null });
    expect(await changes()).toEqual(['jeden confirmed', `${kept} cancelled`]);
    const shown = await world.as(`${world.events}?singleEvents=true`);
    expect(shown.body.items).toMatchObject([{ id: 'jeden', status: 'confirmed' }]);
  });

  it('with the handling move, then exceptions have the ids and original starts of the moved instances', async () => {
    await world.control('exceptions', { handling: 'move' });
    await change(at('01', 11));
    const moved = { id: 'jeden_20261202T110000Z', originalStartTime: { dateTime: '2026-12-02T11:00:00Z' } };
    expect((await world.as(`${world.events}/${moved.id}`)).body).toMatchObject({ ...moved, summary: 'Own' });
    expect(await starts()).toEqual(['01T11 jeden', '02T10 Own', '04T11 jeden']);
  });

  it('with the handling keep, then exceptions stay as they are; another handling is refused', async () => {
    await world.control('exceptions', { handling: 'keep' });
    await change(at('01', 11));
    expect(await changes()).toEqual(['jeden confirmed']);
    expect(await starts()).toEqual(['01T11 jeden', '02T10 Own', '02T11 jeden', '03T11 jeden', '04T11 jeden']);
    expect(await world.control('exceptions', { handling: 'other' })).toHaveProperty('error');
  });
});
