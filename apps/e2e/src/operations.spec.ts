import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';

interface Page {
  dead_letters: unknown[];
  services: { service: string; answered: boolean; dead_letters: number }[];
}
interface Activity {
  queues: { service: string; answered: boolean; outbox: number }[];
}

const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];

e2e('what operators see', (kalends) => {
  it('given all services, when dead letters and activity are read, then each answers over the bus (ADM-20, ADM-23)', async () => {
    const page = (await kalends().admin<Page>('GET', '/dead_letters')).body;
    expect(page.services.map(({ service, answered }) => [service, answered])).toEqual(
      services.map((service) => [service, true]),
    );
    const activity = (await kalends().admin<Activity>('GET', '/activity')).body;
    expect(activity.queues.map(({ service, answered }) => [service, answered])).toEqual(
      services.map((service) => [service, true]),
    );
  });

  it('given a dead letter that there is not, when it is to be repaired, then its service reports so', async () => {
    for (const service of services)
      expect((await kalends().admin('POST', `/dead_letters/${service}/999999/replay`)).status).toBe(404);
  });
});
