import { Body, Controller, Header, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { applicationCalendarBody, tokenBody } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { authenticateClient } from '../../applications/authenticate-client.js';
import { oauthInput, oauthRefusal } from '../../http/oauth-input.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { validate } from '../../http/refusals.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { RequestLimits } from '../../http/rate-limit/request-limits.js';
import { wrongClient } from '../../http/admission/wrong-credential.js';
import { CredentialKinds } from '../../tokens/credential-kind.js';
import { accessTokenLifetime } from '../../tokens/grants.js';
import { OpenApplicationCalendar } from './open-application-calendar.js';

const credentialsBody = tokenBody.pick({ client_id: true, client_secret: true });

/** `Authorization` is ignored: existing clients send junk there (AUTH-3). */
@Controller('v1/application_calendars')
export class ApplicationCalendarsController {
  constructor(
    private readonly calendars: OpenApplicationCalendar,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
    private readonly attempts: FailedAttempts,
    private readonly limits: RequestLimits,
    private readonly kinds: CredentialKinds,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async open(
    @Body() input: Record<string, unknown> | undefined,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const request = oauthInput(credentialsBody, input);
    const { client_id: clientId = '', client_secret: secret = '' } = request;
    const client = await authenticateClient(this.pool, clientId, secret);
    if (typeof client === 'string') {
      const target = client === 'wrong-secret' ? clientId : undefined;
      await this.attempts.wrongSecret({ kind: 'token', address: ip, target });
      throw oauthRefusal('invalid_client', await wrongClient(this.kinds, request, client));
    }
    await this.limits.spendOf(clientId, reply);
    const { client_id, application_calendar_id } = validate(applicationCalendarBody, input);
    const opened = await this.calendars.open(client_id, application_calendar_id, this.clock());
    this.relay.wake();
    return {
      token_type: 'bearer',
      access_token: opened.accessToken,
      expires_in: accessTokenLifetime,
      refresh_token: opened.refreshToken,
      scope: opened.scope.join(' '),
      sub: opened.accountId,
      application_calendar_id,
      linking_profile: { provider_name: 'kalends', profile_id: opened.profileId, profile_name: null },
    };
  }
}
