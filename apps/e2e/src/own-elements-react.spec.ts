import { skipFor, waitUntil } from '@kalends/testing';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { iso, nine } from './harness/booking-page.js';
import { missingForChromium } from './harness/chromium.js';
import { call, e2e, type Account, type Application } from './harness/kalends.js';
import { OwnElementsPage } from './harness/own-elements-page.js';

const hour = 3_600_000;
const day = [2, 3].find((days) => iso(nine(days)).slice(0, 7) === iso(nine(days + 1)).slice(0, 7))!;

/**
 * An application: `render` shows a component with these properties, in strict mode, where effects run twice. Each call has handlers
 * of its own, which note their number.
 */
const application = `
  import { createElement, StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import * as components from '@kalends/elements/react';
  const root = createRoot(document.getElementById('main'));
  let renders = 0;
  globalThis.called = [];
  globalThis.render = (name, properties, refresh) => {
    const number = ++renders;
    const handlers = { onSlotSelected: ({ detail }) => called.push([number, detail.slot.start]), ...(refresh ? { refresh: () => refresh } : {}) };
    root.render(name === null ? null : createElement(StrictMode, null, createElement(components[name], { ...properties, ...handlers })));
  };`;

async function bundled(): Promise<string> {
  const bundle = await rolldown({
    input: 'application',
    platform: 'browser',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === 'application' ? id : undefined),
        load: (id) => (id === 'application' ? application : undefined),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

it('given a server that renders, then a component is the tag with its attributes, and no script runs', async () => {
  const { SlotPicker } = await import('@kalends/elements/react');
  const properties = { api: 'https://cal.example.com', elementToken: 'a"b', className: 'wide', query: {} };
  expect(renderToStaticMarkup(createElement(SlotPicker, properties))).toBe(
    '<kalends-slot-picker api="https://cal.example.com" element-token="a&quot;b" class="wide"></kalends-slot-picker>',
  );
});

e2e('our own Elements in an application with React', (kalends) => {
  const missing = missingForChromium() ?? ('skip' in inject('kalends') ? 'no deployment' : undefined);
  let own: OwnElementsPage;
  let user: Account & { application: Application };
  let token: string;
  beforeAll(async () => {
    if (!missing) own = await OwnElementsPage.open(kalends().deployment.baseUrl, {}, await bundled());
  });
  afterAll(() => own?.close());
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    user = await kalends().user();
    const byKey = { token: user.application.client_secret };
    await waitUntil(
      async () =>
        (
          await call<{ available_periods: [] }>('POST', kalends().url('/v1/availability'), {
            ...byKey,
            body: queryOf(1),
          })
        ).body.available_periods.length > 0,
      { timeout: 60_000, what: 'availability to know the calendar' },
    );
    const made = await call<{ element_token: { token: string } }>('POST', kalends().url('/v1/element_tokens'), {
      ...byKey,
      body: { permissions: ['availability'], subs: [user.sub], origin: own.origin },
    });
    token = made.body.element_token.token;
    await own.load();
  });

  const queryOf = (hours: number) => ({
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    start_interval: { minutes: 60 },
    query_periods: [{ start: iso(nine(day)), end: iso(nine(day) + hours * hour) }],
  });
  const render = (name: string | null, properties: object = {}, refresh?: string) =>
    own.page.evaluate(`render(${JSON.stringify([name, { api: own.api, ...properties }, refresh]).slice(1, -1)})`);

  it('given a component that is rendered again, then the same query is not sent again, the newest handler is called once, and another query is sent', async () => {
    await render('SlotPicker', { elementToken: token, query: queryOf(2) });
    const times = own.page.getByRole('button', { name: /^\d+:00/ });
    await times.first().waitFor();
    await render('SlotPicker', { elementToken: token, query: queryOf(2) });
    await times.first().click();
    await own.page.waitForFunction('called.length > 0');
    expect(await own.page.evaluate('called')).toEqual([[2, iso(nine(day))]]);
    expect(own.answered).toEqual(['POST /v1/availability 200']);

    await render('SlotPicker', { elementToken: token, query: queryOf(3) });
    await times.nth(2).waitFor();
    expect(own.answered).toEqual(['POST /v1/availability 200', 'POST /v1/availability 200']);
    expect(own.complaints).toEqual([]);
  });

  it('given a token that ends and a refresh that is passed later, then the Element gets the new token; when removed, it is gone', async () => {
    await render('SlotPicker', { elementToken: 'ended', query: queryOf(2) });
    await own.page.getByRole('alert').waitFor();
    await render('SlotPicker', { elementToken: 'ended', query: queryOf(2) }, token);
    await own.page.getByRole('button', { name: 'Try again' }).click();
    await own.page.getByRole('button', { name: /^10:00/ }).waitFor();
    await render(null);
    expect(await own.page.locator('kalends-slot-picker').count()).toBe(0);
    expect(own.complaints).toEqual([]);
  });
});
