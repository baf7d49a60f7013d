import { beforeEach, expect, it } from 'vitest';
import { skipFor } from '@kalends/testing';
import { startCallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';

e2e('the journey after Back', (kalends) => {
  beforeEach((context) => {
    const missing = missingForChromium();
    if (missing) skipFor(context, missing);
  });

  it('given a consent page that the browser kept, when shown again after Allow, then it states that it was answered', async () => {
    const callback = await startCallbackServer();
    const application = await kalends().application([callback.url]);
    const { page, context, close } = await openChromium();
    const query = { response_type: 'code', client_id: application.client_id, redirect_uri: callback.url, scope: 'read_events' }; // prettier-ignore
    await page.goto(kalends().url(`/oauth/authorize?${new URLSearchParams(query).toString()}`));
    await page.locator('button[value=kalends]').click();
    const allow = page.locator('button[value=allow]');
    await allow.waitFor();
    // the same step in another tab: to this page it is as if the browser had kept it
    const form = { journey: await page.locator('[name=journey]').first().inputValue(), decision: 'allow' };
    const answer = await context.request.post(kalends().url('/oauth/authorize/consent'), { form, maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, expect.stringContaining('code=')]);
    // Playwright switches off what keeps pages, so its events are sent here
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await allow.isVisible()).toBe(false);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.getByRole('heading', { name: /already|allowed/i }).waitFor();
    expect(await allow.count()).toBe(0);
    await close();
    await callback.close();
  });
});
