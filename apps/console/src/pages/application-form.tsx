import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Application } from '../api.js';
import { linesOf } from '../parts/lines.js';
import { Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Settings of an application; only what was changed is sent. */
export function ApplicationForm({ application }: { application: Application }) {
  const client = useQueryClient();
  const [name, setName] = useState(application.name);
  const [redirects, setRedirects] = useState(application.redirect_uris.join('\n'));
  const [origins, setOrigins] = useState(application.allowed_origins.join('\n'));
  const [perSecond, setPerSecond] = useState(application.rate_limit_per_second?.toString() ?? '');
  const [perMinute, setPerMinute] = useState(application.rate_limit_per_minute?.toString() ?? '');
  const [plan, setPlan] = useState(application.plan);
  const wanted = {
    name,
    plan,
    redirect_uris: linesOf(redirects),
    allowed_origins: linesOf(origins),
    rate_limit_per_second: numberOf(perSecond),
    rate_limit_per_minute: numberOf(perMinute),
  };
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(application[member as keyof typeof wanted]),
    ),
  );
  const save = useMutation({
    mutationFn: () =>
      read(
        api.POST('/admin/v1/applications/{client_id}', {
          params: { path: { client_id: application.client_id } },
          body: changed,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
  return (
    <Section title="Settings">
      <form
        className="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Problem error={save.error} />
        <div className="field">
          <label htmlFor="app-name">Name, which users see</label>
          <input id="app-name" required maxLength={200} value={name} onChange={(e) => setName(e.target.value)} />
        </div>
        <div className="field">
          <label htmlFor="plan">Plan</label>
          <select id="plan" value={plan} onChange={(e) => setPlan(e.target.value)}>
            <option value="emerging">emerging: with Smart Invites</option>
            <option value="starter">starter</option>
          </select>
        </div>
        <div className="field">
          <label htmlFor="redirect-uris">Redirect addresses, one per line</label>
          <textarea
            id="redirect-uris"
            required
            rows={3}
            value={redirects}
            onChange={(e) => setRedirects(e.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="origins">Origins whose pages may call the API, one per line</label>
          <textarea
            id="origins"
            rows={3}
            value={origins}
            disabled={application.client_type !== 'public'}
            onChange={(e) => setOrigins(e.target.value)}
          />
          <p className="dim">
            {application.client_type === 'public' ? 'Of a public client.' : 'Only a public client may have them.'}
          </p>
        </div>
        <div className="field">
          <label htmlFor="per-second">Requests per second</label>
          <input
            id="per-second"
            inputMode="numeric"
            pattern="\d*"
            placeholder="the deployment’s default"
            value={perSecond}
            onChange={(e) => setPerSecond(e.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="per-minute">Requests per minute</label>
          <input
            id="per-minute"
            inputMode="numeric"
            pattern="\d*"
            placeholder="the deployment’s default"
            value={perMinute}
            onChange={(e) => setPerMinute(e.target.value)}
          />
        </div>
        <div className="row">
          <button disabled={save.isPending || Object.keys(changed).length === 0}>Save</button>
          {save.isSuccess && Object.keys(changed).length === 0 && <span className="dim">Saved.</span>}
        </div>
      </form>
    </Section>
  );
}
