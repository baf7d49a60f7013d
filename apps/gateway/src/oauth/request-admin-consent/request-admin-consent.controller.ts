import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consentProvider } from '@kalends/provider-registry';
import type { GatewayConfig } from '../../config.js';
import { Approvals } from '../journey/approvals.js';
import { configToken } from '../../http/injection-tokens.js';
import { adminConsentPath, consentStart } from '../journey/consent-providers.js';
import { JourneyAccounts } from '../journey/journey-accounts.js';
import { Journeys } from '../journey/journeys.js';
import { dangerPage, goTo, show } from '../journey/reply.js';
import { textsFor, type Texts } from '../journey/texts/texts.js';
import { decidedPage } from './request-admin-consent.pages.js';

type Query = Record<string, unknown>;
type ApprovalRequest = FastifyRequest<{ Querystring: Query }>;

/** Where the browser continues; null: it has no journey. */
interface Returned {
  next: string | null;
  /** The application of the journey. */
  clientId: string | null;
  t: Texts;
}

/**
 * The approval of an organization at a provider. It proves no identity: whoever returns from it has only shown that an
 * administrator decided something, so a waiting journey continues with an ordinary sign-in.
 */
@Controller('oauth/providers/:provider/admin-consent')
export class RequestAdminConsentController {
  constructor(
    private readonly journeys: Journeys,
    private readonly approvals: Approvals,
    private readonly accounts: JourneyAccounts,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Get()
  begin(@Param('provider') id: string, @Req() request: ApprovalRequest, @Res() reply: FastifyReply) {
    const approvalUrl = this.approvals.approvalUrlAt(id);
    if (!approvalUrl) return this.notOffered(id, request, reply);
    const returnUrl = `${this.config.PUBLIC_URL}${adminConsentPath(id)}/callback`;
    const location = approvalUrl({ returnUrl, state: this.stateFor(request.query, request) });
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  @Get('callback')
  async finish(@Param('provider') id: string, @Req() request: ApprovalRequest, @Res() reply: FastifyReply) {
    const { query } = request;
    if (!this.approvals.approvalUrlAt(id)) return this.notOffered(id, request, reply);
    const isApproved = query.error === undefined && String(query.admin_consent).toLowerCase() === 'true';
    const { next, clientId, t } = this.returned(id, query.state, request);
    if (isApproved && next !== null) return goTo(reply, next);
    const brand = clientId === null ? null : await this.accounts.brand(clientId);
    return show(reply, decidedPage({ t, brand, isApproved, next }));
  }

  /** For the provider to return; null: the browser has no journey, such as an administrator's. */
  private stateFor(query: Query, request: FastifyRequest): string | null {
    const opened = this.journeys.open(request, query.journey);
    if (opened.journey) return this.journeys.seal(opened.journey, opened.browserId, 'admin-consent-state');
    const again = this.journeys.openRelink(request, query.relink);
    return again.relink && this.journeys.sealRelink(again.relink, again.browserId, 'admin-consent-state');
  }

  /** Sealed again as an ordinary step of the journey. */
  private returned(id: string, state: unknown, request: FastifyRequest): Returned {
    const opened = this.journeys.open(request, state, 'admin-consent-state');
    if (opened.journey) {
      const sealed = this.journeys.seal(opened.journey, opened.browserId);
      const { clientId } = opened.journey.request;
      return { next: consentStart(id, 'journey', sealed), clientId, t: opened.t };
    }
    const again = this.journeys.openRelink(request, state, 'admin-consent-state');
    if (!again.relink) return { next: null, clientId: null, t: again.t };
    const sealed = this.journeys.sealRelink(again.relink, again.browserId);
    return { next: consentStart(id, 'relink', sealed), clientId: again.relink.clientId, t: again.t };
  }

  private notOffered(id: unknown, request: FastifyRequest, reply: FastifyReply) {
    const t = textsFor(null, request);
    const known = consentProvider(id);
    return show(reply, dangerPage(t, known?.consent.approval ? t.notOffered(known.name) : t.goBack), 404);
  }
}
