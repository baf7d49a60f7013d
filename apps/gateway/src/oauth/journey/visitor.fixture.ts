import { publicUrl } from '../../gateway.fixture.js';

/** A response of the gateway or of Google. */
export interface Step {
  status: number;
  location: string;
  page: string;
  headers: Headers;
  setCookies: string[];
}

/** A browser without scripts: keeps the gateway's cookies, follows no redirects. */
export class Visitor {
  cookies = new Map<string, string>();
  constructor(
    private readonly baseUrl: string,
    /** Sent to the gateway with every request. */
    private readonly headers: Record<string, string> = {},
  ) {}

  /** The value of a hidden field. */
  static hidden(page: string, name: string): string {
    return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!;
  }

  /** A page of the gateway, whatever its public address; any other address unchanged. */
  async open(address: string, form?: Record<string, string>): Promise<Step> {
    const isGateway = address.startsWith('/') || address.startsWith(publicUrl);
    const url = isGateway ? `${this.baseUrl}${address.replace(publicUrl, '')}` : address;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: isGateway ? { ...(cookie ? { cookie } : {}), ...this.headers } : {},
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    const setCookies = isGateway ? response.headers.getSetCookie() : [];
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.cookies.delete(name!);
      else this.cookies.set(name!, decodeURIComponent(value!));
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, page: await response.text(), headers: response.headers, setCookies };
  }
}
