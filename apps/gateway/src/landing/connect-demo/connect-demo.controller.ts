import { createHash } from 'node:crypto';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { dateOf } from '@kalends/icalendar';
import { randomToken, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { developerHeaders } from '../../http/pages/layout.js';
import { notFound } from '../../http/refusals.js';
import { goTo, show } from '../../oauth/journey/reply.js';
import { demoCallbackPath, demoFor, landingToken, type Landing } from '../landing.js';
import { connectedPage, notConnectedPage } from './connect-demo.pages.js';
import { DemoClient } from './demo-client.js';
import { DemoCookie } from './demo-cookie.js';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The demo application's side of the journey; these pages exist only where {@link demoFor} permits. */
@Controller()
export class ConnectDemoController {
  private readonly cookie: DemoCookie;
  private readonly client: DemoClient;
  private readonly redirectUri: string;

  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(landingToken) private readonly landing: Landing,
    @Inject(sealerToken) sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
  ) {
    this.cookie = new DemoCookie(sealer);
    this.client = new DemoClient(config.PUBLIC_URL);
    this.redirectUri = `${config.PUBLIC_URL}${demoCallbackPath}`;
  }

  /** Sends the browser to the journey, as any application does (RFC 6749 §4.1.1, RFC 7636 §4.3). */
  @Get('demo/connect')
  begin(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const demo = this.demo(request);
    const [state, verifier] = [randomToken(32), randomToken(64)];
    this.cookie.set(reply, 'journey', { value: { state, verifier }, now: this.clock() });
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: demo.client_id,
      redirect_uri: this.redirectUri,
      scope: 'read_write',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return goTo(reply, `/oauth/authorize?${query}`);
  }

  /** Where the journey ends. Leads to another address, because a code that is sent twice revokes its tokens. */
  @Get(demoCallbackPath.slice(1))
  async end(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const demo = this.demo(request);
    const journey = this.cookie.read(request, 'journey', this.clock());
    if (!journey || journey.state !== query.state) return show(reply, notConnectedPage('another'), 400);
    if (text(query.error) === 'access_denied') return show(reply, notConnectedPage('denied'));
    const proof = { code: text(query.code), verifier: journey.verifier };
    const accessToken = await this.client.redeem(demo, proof, this.redirectUri);
    if (accessToken === null) return show(reply, notConnectedPage('refused'), 400);
    this.cookie.set(reply, 'connected', { value: { accessToken }, now: this.clock() });
    return goTo(reply, '/demo/connected');
  }

  @Get('demo/connected')
  async connected(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    this.demo(request);
    const kept = this.cookie.read(request, 'connected', this.clock());
    const today = dateOf(this.clock(), 'Etc/UTC');
    const connected = kept && (await this.client.read(kept.accessToken, today));
    if (!connected) return show(reply, notConnectedPage('expired'), 400);
    const calls = { base: this.config.PUBLIC_URL, accessToken: kept.accessToken, today };
    return show(reply.headers(developerHeaders), connectedPage(connected, calls));
  }

  private demo(request: FastifyRequest) {
    const demo = demoFor(request, this.config, this.landing);
    if (!demo) throw notFound('page');
    return demo;
  }
}
