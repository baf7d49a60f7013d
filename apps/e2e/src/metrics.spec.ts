import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { e2e, type Kalends } from './harness/kalends.js';
import { root } from './harness/processes.js';

const scrape = async (kalends: Kalends) =>
  (await Promise.all(kalends.deployment.metricsUrls.map(async (url) => (await fetch(url)).text()))).join('\n');

/** The sum of a metric's samples whose labels include all of `labels`. */
function valueOf(text: string, name: string, labels: readonly string[] = []): number | null {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const matching = lines.filter((line) => labels.every((label) => line.includes(label)));
  return matching.length === 0 ? null : matching.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Every metric named in Prometheus expressions. */
const namesIn = (text: string) => new Set(text.match(/\b(kalends|process)_[a-z_]+/g));

e2e('metrics', (kalends) => {
  it('given requests, when Prometheus scrapes, then rate, errors and duration are there by endpoint', async () => {
    const user = await kalends().user();
    const labels = ['method="GET"', 'route="/v1/calendars"', 'status="200"'];
    const count = async () =>
      valueOf(await scrape(kalends()), 'kalends_http_request_duration_seconds_count', labels) ?? 0;
    const before = await count();
    for (let n = 0; n < 3; n++) await kalends().get(user.access_token, '/v1/calendars');
    await kalends().get('nobody', '/v1/calendars');
    await waitUntil(async () => (await count()) >= before + 3);
    const text = await scrape(kalends());
    expect(
      valueOf(text, 'kalends_http_request_duration_seconds_count', ['route="/v1/calendars"', 'status="401"']),
    ).toBeGreaterThan(0);
    expect(text).not.toContain(user.access_token);
    expect(text).not.toContain(user.calendar_id);
  });

  it('given a write, when it is complete, then it was handled, nothing is pending and no outbox is old', async () => {
    const user = await kalends().user();
    const handled = ['service="calendar-sync"', 'topic="gateway.command.calendar.v1"', 'outcome="done"'];
    const count = async () => valueOf(await scrape(kalends()), 'kalends_message_handling_seconds_count', handled) ?? 0;
    const before = await count();
    await kalends().upsert(user, {
      event_id: '1',
      summary: 's',
      start: '2026-12-01T10:00:00Z',
      end: '2026-12-01T11:00:00Z',
    });
    await waitUntil(async () => (await count()) > before);
    await waitUntil(
      async () => valueOf(await scrape(kalends()), 'kalends_consumer_lag_messages', ['service="gateway"']) === 0,
    );
    const text = await scrape(kalends());
    for (const service of ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier']) {
      expect(valueOf(text, 'kalends_outbox_messages', [`service="${service}"`])).not.toBeNull();
      expect(valueOf(text, 'kalends_consumer_lag_messages', [`service="${service}"`])).not.toBeNull();
      expect(valueOf(text, 'kalends_dead_letters', [`service="${service}"`])).not.toBeNull();
    }
    expect(valueOf(text, 'kalends_profiles', ['provider="kalends"', 'connected="true"'])).toBeGreaterThan(0);
  });

  it('given the alerts and the dashboard, when their metrics are looked up, then each exists', async () => {
    const files = ['alerts.yaml', 'dashboard.json'].map((name) => readFile(join(root, 'k8s/monitoring', name), 'utf8'));
    const named = namesIn((await Promise.all(files)).join('\n'));
    const samples = await scrape(kalends());
    const types = [...samples.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const exists = new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !exists.has(name))).toEqual([]);
    // and conversely: every metric is used somewhere
    const kalendsNames = types.map(([, name]) => name!).filter((name) => name.startsWith('kalends_'));
    expect(kalendsNames.filter((name) => ![...named].some((one) => one.startsWith(name)))).toEqual([]);
  });
});
