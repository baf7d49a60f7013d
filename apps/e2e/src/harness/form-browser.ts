const unescape = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A browser without scripts: keeps cookies, fills forms, does not follow redirects away from the server. */
export class Browser {
  page = '';
  status = 0;
  /** Absolute target of the last redirect. */
  location: string | null = null;
  private readonly cookies = new Map<string, string>();

  constructor(private readonly baseUrl: string) {}

  async open(path: string): Promise<void> {
    await this.request(path, { method: 'GET' });
  }

  /** The value of a hidden field of the page. */
  field(name: string): string {
    const input = [...this.page.matchAll(/<input\b[^>]*>/g)].find(([tag]) => tag.includes(`name="${name}"`))?.[0] ?? '';
    return unescape(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }

  /** Presses the button of a provider on the page of choices. */
  async choose(provider: string, fields: Record<string, string> = {}): Promise<void> {
    const button = new RegExp(`<button[^>]*name="provider_name" value="${provider}"`);
    await this.send({ provider_name: provider, ...fields }, button);
  }

  /** Submits the page's form that has this button, with its hidden fields. */
  async submit(fields: Record<string, string>, button: string): Promise<void> {
    await this.send(fields, new RegExp(`<button[^>]*>\\s*${button}\\s*</button>`));
  }

  private async send(fields: Record<string, string>, button: RegExp): Promise<void> {
    const forms = [...this.page.matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
    const form = forms.find(([text]) => button.test(text));
    if (!form) throw new Error(`no form with the button ${button} on: ${this.page.slice(0, 2000)}`);
    const hidden = [...form[2]!.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)![1]!,
      unescape(/value="([^"]*)"/.exec(tag)![1]!),
    ]);
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
    await this.request(form[1]!, { method: 'POST', body });
  }

  private async request(path: string, init: RequestInit): Promise<void> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.baseUrl), {
      ...init,
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
    });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=');
      this.cookies.set(name!, value!);
    }
    this.status = response.status;
    this.location = response.headers.get('location');
    this.page = await response.text();
  }
}
