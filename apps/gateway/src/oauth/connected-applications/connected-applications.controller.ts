import { Body, Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { SealError, type Sealer } from '@kalends/security';
import { providers } from '@kalends/provider-registry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { browserOf, ensureBrowserId } from '../../http/browser/browser.js';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { offers, type OffersConfig } from '../journey/consent-providers.js';
import { openConnectionsLink } from '../journey/connections-link.js';
import { ProvedAccounts, type Proof } from '../journey/proved-accounts.js';
import { dangerPage, goTo, show } from '../journey/reply.js';
import { textsFor } from '../journey/texts/texts.js';
import { connectedPage, formRejectedPage, type Connection } from './connected-applications.pages.js';
import { UserConnections } from './connections.js';

interface ListQuery {
  revoked?: unknown;
  proved?: unknown;
  reads?: unknown;
}

/** Labels of sealed accounts; `linked`: the browser connected it, `proved`: it has a proof. */
const labels = {
  linked: (browserId: string | null) => `revoke:${browserId}`,
  proved: (browserId: string | null) => `revoke-proved:${browserId}`,
  revoked: (browserId: string | null) => `revoked:${browserId}`,
};

/** How long a form works that a proof allows. */
const provedFormMs = 15 * 60_000;

/** How often the page waits for calendars that are being read. */
const mostReads = 20;

/** What a user has connected, and how to revoke it: in the browser in which it was connected, or with a proof in any other. */
@Controller('connected-applications')
export class ConnectedApplicationsController {
  constructor(
    private readonly connections: UserConnections,
    private readonly proved: ProvedAccounts,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken)
    private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'REVOKED_RETENTION_DAYS'> & OffersConfig,
  ) {}

  @Get()
  async list(@Query() query: ListQuery, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const proof = this.proved.open(request, query.proved);
    const accountId = this.opened(query.revoked, labels.revoked(browserId));
    const connections = browserId === null ? [] : await this.listed(browserId, proof);
    const reads = Number(query.reads) || 0;
    const proved = typeof query.proved === 'string' ? `&proved=${encodeURIComponent(query.proved)}` : '';
    const isReading = connections.some((one) => one.isReading) && reads < mostReads;
    const page = connectedPage(textsFor(null, request), {
      connections,
      revoked: accountId === null ? null : await this.connections.revoked(accountId),
      retentionDays: this.config.REVOKED_RETENTION_DAYS,
      signIn: providers.filter(({ id }) => offers(this.config, id)),
      provedAt: proof && 'provider' in proof ? proof.provider : null,
      again: isReading ? `/connected-applications?reads=${reads + 1}${proved}` : null,
    });
    return show(reply, page);
  }

  /** From an application: its user, in any browser. */
  @Get('open')
  open(@Query('link') link: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const accountId = openConnectionsLink(this.sealer, link, this.clock());
    const t = textsFor(null, request);
    if (accountId === null) return show(reply, dangerPage(t, t.revokeLinkOver), 400);
    const browserId = ensureBrowserId(request, reply, this.config.PUBLIC_URL);
    return goTo(reply, this.proved.addressOf({ accountId }, browserId));
  }

  @Post('revoke')
  async revoke(
    @Body() form: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const linked = this.opened(form?.token, labels.linked(browserId));
    const proved = linked === null ? this.provedIn(form?.token, browserId) : null;
    const accountId = linked ?? proved;
    const t = textsFor(null, request);
    if (accountId === null) return show(reply, formRejectedPage(t), 400);
    const isRevoked = await this.connections.revoke(accountId, linked === null ? null : browserId);
    if (!isRevoked) return show(reply, formRejectedPage(t), 404);
    const notice = this.sealer.seal(accountId, labels.revoked(browserId));
    return goTo(reply, `/connected-applications?revoked=${encodeURIComponent(notice)}`);
  }

  /** Those that the browser connected, then those that it has proved, each once. */
  private async listed(browserId: string, proof: Proof | null): Promise<Connection[]> {
    const own = await this.connections.ofBrowser(browserId);
    const others = proof === null ? [] : await this.connections.ofProof(proof);
    const isOwn = new Set(own.map(({ accountId }) => accountId));
    const expires = this.clock() + provedFormMs;
    const provedToken = (accountId: string) =>
      this.sealer.seal(JSON.stringify({ accountId, expires }), labels.proved(browserId));
    return [
      ...own.map((one) => ({ ...one, token: this.sealer.seal(one.accountId, labels.linked(browserId)) })),
      ...others
        .filter(({ accountId }) => !isOwn.has(accountId))
        .map((one) => ({ ...one, token: provedToken(one.accountId) })),
    ];
  }

  private provedIn(token: unknown, browserId: string | null): string | null {
    const text = this.opened(token, labels.proved(browserId));
    if (text === null) return null;
    const { accountId, expires } = JSON.parse(text) as { accountId: string; expires: number };
    return expires > this.clock() ? accountId : null;
  }

  /** What a sealed text contains; null: it was altered, or sealed for another browser or purpose. */
  private opened(sealed: unknown, label: string): string | null {
    if (typeof sealed !== 'string') return null;
    try {
      return this.sealer.open(sealed, label);
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }
}
