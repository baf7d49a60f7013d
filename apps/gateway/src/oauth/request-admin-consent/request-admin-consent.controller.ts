import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { offersMicrosoft, type GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { adminConsentPath, consentStart } from '../journey/consent-providers.js';
import { Journeys } from '../journey/journeys.js';
import { dangerPage, goTo, show } from '../journey/reply.js';
import { textsFor, type Texts } from '../journey/texts/texts.js';
import { adminConsentUrl } from './admin-consent-url.js';
import { decidedPage } from './request-admin-consent.pages.js';

type AdminConsentConfig = Pick<
  GatewayConfig,
  | 'PUBLIC_URL'
  | 'MICROSOFT_CLIENT_ID'
  | 'MICROSOFT_CLIENT_SECRET'
  | 'MICROSOFT_TENANT'
  | 'MICROSOFT_AUTHORITY_URL'
  | 'MICROSOFT_OPTIONAL_ACCESS'
>;

type Query = Record<string, unknown>;

/** Where the browser continues; null: it has no journey. */
interface Returned {
  next: string | null;
  t: Texts;
}

/**
 * The approval of an organization at Microsoft. It proves no identity: whoever returns from it has only shown that an
 * administrator decided something, so a waiting journey continues with an ordinary sign-in.
 */
@Controller('oauth/providers/microsoft/admin-consent')
export class RequestAdminConsentController {
  constructor(
    private readonly journeys: Journeys,
    @Inject(configToken) private readonly config: AdminConsentConfig,
  ) {}

  @Get()
  begin(@Query() query: Query, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    if (!offersMicrosoft(this.config)) return this.notOffered(request, reply);
    const { PUBLIC_URL, MICROSOFT_AUTHORITY_URL: authorityUrl, MICROSOFT_TENANT: tenant } = this.config;
    const location = adminConsentUrl({
      authorityUrl,
      tenant,
      clientId: this.config.MICROSOFT_CLIENT_ID!,
      returnUrl: `${PUBLIC_URL}${adminConsentPath}/callback`,
      state: this.stateFor(query, request),
      access: this.config.MICROSOFT_OPTIONAL_ACCESS,
    });
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  @Get('callback')
  finish(@Query() query: Query, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    if (!offersMicrosoft(this.config)) return this.notOffered(request, reply);
    const isApproved = query.error === undefined && String(query.admin_consent).toLowerCase() === 'true';
    const { next, t } = this.returned(query.state, request);
    if (isApproved && next !== null) return goTo(reply, next);
    return show(reply, decidedPage(t, isApproved, next));
  }

  /** For Microsoft to return; null: the browser has no journey, such as an administrator's. */
  private stateFor(query: Query, request: FastifyRequest): string | null {
    const opened = this.journeys.open(request, query.journey);
    if (opened.journey) return this.journeys.seal(opened.journey, opened.browserId, 'admin-consent-state');
    const again = this.journeys.openRelink(request, query.relink);
    return again.relink && this.journeys.sealRelink(again.relink, again.browserId, 'admin-consent-state');
  }

  /** Sealed again as an ordinary step of the journey. */
  private returned(state: unknown, request: FastifyRequest): Returned {
    const opened = this.journeys.open(request, state, 'admin-consent-state');
    if (opened.journey) {
      const sealed = this.journeys.seal(opened.journey, opened.browserId);
      return { next: consentStart('microsoft', 'journey', sealed), t: opened.t };
    }
    const again = this.journeys.openRelink(request, state, 'admin-consent-state');
    if (!again.relink) return { next: null, t: again.t };
    const sealed = this.journeys.sealRelink(again.relink, again.browserId);
    return { next: consentStart('microsoft', 'relink', sealed), t: again.t };
  }

  private notOffered(request: FastifyRequest, reply: FastifyReply) {
    const t = textsFor(null, request);
    return show(reply, dangerPage(t, t.notOffered('Microsoft')), 404);
  }
}
