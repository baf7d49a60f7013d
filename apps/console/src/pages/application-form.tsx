import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Application } from '../api.js';
import { linesOf } from '../parts/lines.js';
import { Section } from '../parts/page.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Settings of an application; only what was changed is sent. */
export function ApplicationForm({ application }: { application: Application }) {
  const client = useQueryClient();
  const [name, setName] = useState(application.name);
  const [redirects, setRedirects] = useState(application.redirect_uris.join('\n'));
  const [origins, setOrigins] = useState(application.allowed_origins.join('\n'));
  const [frames, setFrames] = useState(application.frame_origins.join('\n'));
  const [perSecond, setPerSecond] = useState(application.rate_limit_per_second?.toString() ?? '');
  const [perMinute, setPerMinute] = useState(application.rate_limit_per_minute?.toString() ?? '');
  const [plan, setPlan] = useState(application.plan);
  const [clientType, setClientType] = useState(application.client_type);
  const [hides, setHides] = useState(application.hide_managed_events);
  const wanted = {
    name,
    plan,
    client_type: clientType,
    hide_managed_events: hides,
    redirect_uris: linesOf(redirects),
    allowed_origins: linesOf(origins),
    frame_origins: linesOf(frames),
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
        <Field label="Name, which users see">
          <input required maxLength={200} value={name} onChange={(e) => setName(e.target.value)} />
        </Field>
        <Field label="Plan">
          <select value={plan} onChange={(e) => setPlan(e.target.value)}>
            <option value="emerging">emerging: with Smart Invites</option>
            <option value="starter">starter</option>
          </select>
        </Field>
        <Field label="Redirect addresses, one per line">
          <textarea required rows={3} value={redirects} onChange={(e) => setRedirects(e.target.value)} />
        </Field>
        <Field
          label="Origins whose pages may call the API, one per line"
          note={clientType === 'public' ? 'Of a public client.' : 'Only a public client may have them.'}
        >
          <textarea
            rows={3}
            value={origins}
            disabled={clientType !== 'public'}
            onChange={(e) => setOrigins(e.target.value)}
          />
        </Field>
        <Field
          label="Origins whose pages may show booking pages in a frame, one per line"
          note="Without any, no page can be framed."
        >
          <textarea rows={3} value={frames} onChange={(e) => setFrames(e.target.value)} />
        </Field>
        <Field
          label="Client type"
          note="A public client cannot keep a secret, as in a browser or on a phone; it needs PKCE."
        >
          <select value={clientType} onChange={(e) => setClientType(e.target.value as typeof clientType)}>
            <option value="confidential">confidential</option>
            <option value="public">public</option>
          </select>
        </Field>
        <Field label="Events that the application wrote" note="What reads return unless they choose.">
          <select value={String(hides)} onChange={(e) => setHides(e.target.value === 'true')}>
            <option value="false">are read like others</option>
            <option value="true">are left out of reads</option>
          </select>
        </Field>
        <Field label="Requests per second">
          <input
            inputMode="numeric"
            pattern="\d*"
            placeholder="the deployment’s default"
            value={perSecond}
            onChange={(e) => setPerSecond(e.target.value)}
          />
        </Field>
        <Field label="Requests per minute">
          <input
            inputMode="numeric"
            pattern="\d*"
            placeholder="the deployment’s default"
            value={perMinute}
            onChange={(e) => setPerMinute(e.target.value)}
          />
        </Field>
        <div className="row">
          <button disabled={save.isPending || Object.keys(changed).length === 0}>Save</button>
          {save.isSuccess && Object.keys(changed).length === 0 && <span className="dim">Saved.</span>}
        </div>
      </form>
    </Section>
  );
}
