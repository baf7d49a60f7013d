import { connectionWarnings, type ConnectionWarning, type ProfileRecord } from '@kalends/contracts';
import { providerNamed } from '@kalends/provider-registry';

/** What ends or limits a connection; the sentences are ours, so no text of a provider is passed on. */
export interface Presented {
  code: ConnectionWarning;
  description: string;
  advice: string;
  ends_at?: string;
}

type Warning = NonNullable<ProfileRecord['warnings']>[number];
type Texts = (provider: string) => Pick<Presented, 'description' | 'advice'>;

const texts: Readonly<Record<ConnectionWarning, Texts>> = {
  consent_ends: (provider) => ({
    description: `${provider} ends this connection by itself: the OAuth client is in Testing, where each consent lasts seven days, or the user permitted access for a limited time.`,
    advice:
      'Publish the OAuth client at the provider, then have the user connect the calendar again; until then, the user has to connect it again before each end.',
  }),
  certificate_ends: () => ({
    description: 'The certificate of the calendar server expires, and then the server is no longer read.',
    advice: 'Whoever operates the server renews its certificate. Nothing needs to be done here afterwards.',
  }),
  less_granted: (provider) => ({
    description: `The user permitted less at ${provider} than was requested, so something that the application or this installation wants to do will be refused.`,
    advice:
      'Have the user connect the calendar again, and leave every box at the provider ticked; in an organization, an administrator may have to approve it first.',
  }),
};

/** What is stated instead once the certificate has expired. */
const expired = {
  description: 'The certificate of the calendar server has expired, and the server is not read until it is renewed.',
};

/** Whether its end has passed, as the next try of a profile that cannot be read comes after it. */
const isExpired = ({ error, next_sync }: ProfileRecord, { code, at }: Warning): boolean =>
  code === 'certificate_ends' && error !== undefined && at !== undefined && at < (next_sync ?? '');

const isKnown = (code: string): code is ConnectionWarning => (connectionWarnings as readonly string[]).includes(code);

/** `profile_warnings` (ACC-15); codes of newer releases are left out, as nothing is known of them. */
export function presentWarnings(profile: ProfileRecord): { profile_warnings?: Presented[] } {
  const { provider_name, warnings = [] } = profile;
  const provider = providerNamed(provider_name)?.name ?? provider_name;
  const shown = warnings.flatMap((warning) => {
    const { code, at } = warning;
    if (!isKnown(code)) return [];
    const instead = isExpired(profile, warning) ? expired : {};
    return [{ code, ...texts[code](provider), ...instead, ...(at === undefined ? {} : { ends_at: at }) }];
  });
  return shown.length === 0 ? {} : { profile_warnings: shown };
}
