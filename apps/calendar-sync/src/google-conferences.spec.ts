import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meeting } from './engine.fixture.js';
import { startGoogleEngine, type GoogleEngine } from './google-engine.fixture.js';
import { ada } from '@kalends/provider-google/testing';

const integrated = { kind: 'integrated' as const };
const minute = 60_000;

interface Item {
  id: string;
  description?: string;
  hangoutLink?: string;
  conferenceData?: { createRequest?: { requestId: string; status: { statusCode: string } } };
}

describe('a conference that Google adds', () => {
  let world: GoogleEngine;
  beforeEach(async () => {
    world = await startGoogleEngine();
    await world.engine.syncNow();
  });
  afterEach(() => world.stop());

  const master = async () => (await world.engine.event('ours'))!.series.master!;
  const pending = async () => (await world.engine.pool.query('SELECT * FROM pending_write')).rowCount;
  const item = async () => ((await world.google.others('GET')) as { items: Item[] }).items[0]!;
  const answers = (outcome: string) => world.google.control('conferences', { outcome });
  const later = async (ms: number) => {
    await world.advance(ms);
    return world.engine.sendWrites();
  };

  it('given a calendar with Google Meet, and one without, when synced, then the first has integrated conferencing', async () => {
    await world.google.seeded({ calendars: [{ email: ada, id: 'plain', summary: 'Plain', conferences: false }] });
    await world.engine.syncNow();
    const shown = (await world.records('calendar')).map((one) => [one.calendar_name, one.integrated_conferencing]);
    expect(shown.sort()).toEqual([
      ['Home', true],
      ['Plain', undefined],
    ]);
  });

  it('given a request that succeeds at once, when written, then readers see it pending, then its address (EVT-24)', async () => {
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    expect(await master()).toMatchObject({ conference_pending: true });
    await world.engine.sendWrites();
    expect((await master()).conference_url).toBe((await item()).hangoutLink);
    expect(await master()).not.toHaveProperty('conference_pending');
    expect(await pending()).toBe(0);
  });

  it('given a request that Google finishes later, then the write waits; other writes do not wait for it (EVT-24)', async () => {
    await answers('pending');
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    expect(await master()).toMatchObject({ conference_pending: true });
    await world.engine.write('ours', { summary: 'Renamed' });
    expect(await world.engine.sendWrites()).toBe(1);
    expect(await master()).toMatchObject({ summary: 'Renamed', conference_pending: true });
    const { requestId } = (await item()).conferenceData!.createRequest!;
    await later(minute);
    expect((await item()).conferenceData!.createRequest!.requestId).toBe(requestId);
    await world.google.control('finish-conferences', { calendar: ada });
    await later(minute);
    expect(await master()).toMatchObject({ summary: 'Renamed', conference_url: (await item()).hangoutLink });
    expect(await pending()).toBe(0);
  });

  it('given that Google adds it before the write is tried again, when synced, then readers see it', async () => {
    await answers('pending');
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    await world.google.control('finish-conferences', { calendar: ada });
    await world.engine.syncNow();
    expect((await master()).conference_url).toBe((await item()).hangoutLink);
  });

  it('given requests that fail, then the event stays and others follow, each with an id of its own, until one succeeds (EVT-24)', async () => {
    await answers('failure');
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    const first = (await item()).conferenceData!.createRequest!.requestId;
    expect(await master()).toMatchObject({ summary: meeting.summary, conference_pending: true });
    await later(minute);
    expect((await item()).conferenceData!.createRequest!.requestId).not.toBe(first);
    await answers('success');
    await later(minute);
    expect((await master()).conference_url).toMatch(/^https:\/\/meet\.google\.com\//);
    expect(await pending()).toBe(0);
  });

  it('given a conference that never comes, when the event starts, then it is no longer awaited (EVT-24)', async () => {
    await answers('failure');
    const at = (hour: string) => ({ local: `2026-01-05T${hour}:00:00`, tzid: 'Etc/UTC' });
    const change = { ...meeting, start: at('10'), end: at('11') };
    await world.engine.write('ours', { ...change, conferencing: integrated });
    await world.engine.sendWrites();
    expect(await later(Date.parse('2026-01-05T09:59:00Z') - world.engine.clock.now())).toBe(1);
    expect(await pending()).toBe(1);
    expect(await later(minute)).toBe(1);
    expect(await pending()).toBe(0);
    expect(await master()).not.toHaveProperty('conference_pending');
    expect((await item()).id).toBeDefined();
  });

  it('given an awaited conference, when the event is to have none, or is deleted, then it is no longer awaited', async () => {
    await answers('pending');
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    await world.engine.write('ours', { conferencing: { kind: 'none' } });
    await world.engine.sendWrites();
    expect([await pending(), (await item()).conferenceData]).toEqual([0, undefined]);
    await world.engine.write('ours', { conferencing: integrated });
    await world.engine.sendWrites();
    expect(await pending()).toBe(1);
    await world.engine.write('ours', null);
    await world.engine.sendWrites();
    expect([await pending(), (await world.live()).length]).toEqual([0, 0]);
  });

  it('given an awaited conference, when the user deletes the event at Google, then it stays deleted', async () => {
    await answers('pending');
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    await world.google.others('DELETE', (await item()).id);
    await later(minute);
    await world.engine.syncNow();
    expect([await pending(), (await world.live()).length]).toEqual([0, 0]);
    expect((await world.google.others('GET'))['items']).toEqual([]);
  });

  it('given texts with placeholders, when the conference is added, then Google has them filled (EVT-26)', async () => {
    const template = 'Agenda\n{{ cronofy.conferencing.join_url }}';
    await answers('pending');
    const conferencing = { ...integrated, templates: { description: template } };
    await world.engine.write('ours', { ...meeting, description: 'Agenda\nsoon', conferencing });
    await world.engine.sendWrites();
    expect((await item()).description).toBe('Agenda\nsoon');
    await world.google.control('finish-conferences', { calendar: ada });
    await later(minute);
    const { description, hangoutLink } = await item();
    expect(description).toBe(`Agenda\n${hangoutLink}`);
    expect((await master()).description).toBe(description);
  });

  it('given that Google refuses the conference, when written, then the event is written without it', async () => {
    await world.google.control('faults', { method: 'POST', path: '/events', status: 400, reason: 'invalid' });
    await world.engine.write('ours', { ...meeting, conferencing: integrated });
    await world.engine.sendWrites();
    expect(await item()).toMatchObject({ summary: meeting.summary });
    expect(await master()).toMatchObject({ conference_pending: true });
    await later(minute);
    expect((await master()).conference_url).toBe((await item()).hangoutLink);
  });

  it('given that Google refuses a conference of another service, when written, then its address is the location (EVT-23)', async () => {
    const join_url = 'https://acme.zoom.us/j/123';
    await world.google.control('faults', { method: 'POST', path: '/events', status: 400, reason: 'invalid' });
    await world.engine.write('ours', { ...meeting, conferencing: { kind: 'explicit', join_url } });
    await world.engine.sendWrites();
    expect(await item()).toMatchObject({ summary: meeting.summary, location: join_url });
    expect(await pending()).toBe(0);
  });
});
