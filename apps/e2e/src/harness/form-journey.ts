import { Browser } from './form-browser.js';
import { call, type Application, type Kalends } from './kalends.js';

export interface Login {
  url: string;
  username: string;
  password: string;
}

export interface Tokens {
  sub: string;
  access_token: string;
  refresh_token: string;
  error?: string;
}

/** An application's user in their own browser, without scripts: through the journey's pages to the tokens. */
export class FormJourney {
  readonly browser: Browser;

  constructor(
    private readonly kalends: Kalends,
    private readonly application: Application,
  ) {
    this.browser = new Browser(kalends.deployment.baseUrl);
  }

  /** Opens the journey as the application's redirect would. */
  async begin(more: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: this.application.client_id,
      redirect_uri: this.application.redirect_uris[0]!,
      scope: 'read_write',
      state: 's',
      ...more,
    });
    await this.browser.open(`/oauth/authorize?${query}`);
  }

  /** Enters address, user name and password; then the page requests consent or shows the error. */
  async connect(login: Login): Promise<number> {
    await this.browser.choose('caldav', { tzid: 'Etc/UTC' });
    return this.logIn(login);
  }

  async logIn(login: Login): Promise<number> {
    await this.browser.submit({ ...login }, 'Connect');
    return this.browser.status;
  }

  /** The error that the page shows. */
  get alarm(): string {
    const text = /role="alert"[^>]*>([\s\S]*?)<\/(?:p|div|section)>/.exec(this.browser.page)?.[1] ?? '';
    return text
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  async deny(): Promise<URL> {
    await this.browser.submit({ decision: 'deny' }, 'Deny');
    return new URL(this.browser.location!);
  }

  async allow(): Promise<Tokens> {
    await this.browser.submit({ decision: 'allow' }, 'Allow');
    const code = new URL(this.browser.location!).searchParams.get('code')!;
    const { client_id, client_secret, redirect_uris } = this.application;
    const body = { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri: redirect_uris[0] };
    return (await call<Tokens>('POST', this.kalends.url('/oauth/token'), { body })).body;
  }
}
