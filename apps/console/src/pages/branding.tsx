import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Application } from '../api.js';
import { Section } from '../parts/page.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';

/** A file as a data URL, as the API takes it. */
const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

const textOf = (text: string) => (text.trim() === '' ? null : text.trim());

/** What users see on the pages of the journey: logo, colour, addresses. */
export function Branding({ application }: { application: Application }) {
  const client = useQueryClient();
  const [accent, setAccent] = useState(application.accent_color ?? '');
  const [privacy, setPrivacy] = useState(application.privacy_url ?? '');
  const [support, setSupport] = useState(application.support_url ?? '');
  const [logo, setLogo] = useState<File | null>(null);
  const save = useMutation({
    mutationFn: async () =>
      read(
        api.POST('/admin/v1/applications/{client_id}', {
          params: { path: { client_id: application.client_id } },
          body: {
            accent_color: textOf(accent),
            privacy_url: textOf(privacy),
            support_url: textOf(support),
            ...(logo ? { logo: await dataUrlOf(logo) } : {}),
          },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['applications'] }),
  });
  return (
    <Section
      title="What users see"
      aside={
        application.logo_url && (
          <img
            src={new URL(application.logo_url).pathname + new URL(application.logo_url).search}
            height={32}
            alt="The logo"
          />
        )
      }
    >
      <form
        className="form-grid"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Problem error={save.error} />
        <Field label="Logo, SVG or PNG, at most 64 kB">
          <input type="file" accept="image/svg+xml,image/png" onChange={(e) => setLogo(e.target.files?.[0] ?? null)} />
        </Field>
        <Field label="Colour of buttons, as #rrggbb">
          <input
            pattern="#[0-9a-fA-F]{6}"
            placeholder="the deployment’s own"
            value={accent}
            onChange={(e) => setAccent(e.target.value)}
          />
        </Field>
        <Field label="Privacy policy">
          <input type="url" placeholder="https://" value={privacy} onChange={(e) => setPrivacy(e.target.value)} />
        </Field>
        <Field label="Support">
          <input type="url" placeholder="https://" value={support} onChange={(e) => setSupport(e.target.value)} />
        </Field>
        <div className="row">
          <button disabled={save.isPending}>Save</button>
          {save.isSuccess && <span className="dim">Saved.</span>}
        </div>
      </form>
    </Section>
  );
}
