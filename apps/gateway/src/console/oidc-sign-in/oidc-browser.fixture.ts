import { publicUrl, type TestGateway } from '../../gateway.fixture.js';

/** The value that a response sets for each cookie, by its name. */
const cookiesIn = (headers: Headers) =>
  headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line)!.slice(1) as [string, string]);

const header = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** A browser that keeps the cookies of the gateway and those of the issuer. */
export function oidcBrowser(gateway: TestGateway, issuer: string) {
  const ours = new Map<string, string>();
  const theirs = new Map<string, string>();

  /** At the issuer, until it redirects to the gateway: that address. `choice`: what the person follows on its page. */
  async function atIssuer(address: string, choice: string): Promise<string> {
    for (let next = address; ;) {
      const response = await fetch(next, { redirect: 'manual', headers: { cookie: header(theirs) } });
      for (const [name, value] of cookiesIn(response.headers)) theirs.set(name, value);
      const location = response.headers.get('location');
      await response.text();
      next = location === null ? `${next}${choice}` : new URL(location, issuer).href;
      if (next.startsWith(publicUrl)) return next;
    }
  }

  /** Requests a page of the gateway with its cookies. */
  async function open(address: string) {
    const path = address.replace(publicUrl, '');
    const answer = await gateway.call('GET', path, { headers: { cookie: header(ours) } });
    for (const [name, value] of cookiesIn(answer.headers)) ours.set(name, value);
    return { ...answer, location: answer.headers.get('location') };
  }

  return {
    cookies: ours,
    open,
    atIssuer,
    /** Departs, chooses at the issuer, and returns: where the gateway sends the browser then. */
    async signIn(choice: string): Promise<string | null> {
      const { location } = await open('/console/oidc');
      const returned = await atIssuer(location!, choice);
      return (await open(returned)).location;
    },
    /** Who has signed in, or the status. */
    async session(): Promise<unknown> {
      const { status, body } = await open('/console/session');
      return status === 200 ? body : status;
    },
  };
}
