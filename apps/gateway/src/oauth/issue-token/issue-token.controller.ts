import { serviceOf } from '@kalends/provider-registry';
import { Body, Controller, Header, HttpCode, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { tokenBody } from '@kalends/public-api';
import { noteApplication } from '../../http/access-log.js';
import { invalidClient, withBasic } from '../../http/client-credentials.js';
import { oauthInput, oauthRefusal } from '../../http/oauth-input.js';
import { wrongClient } from '../../http/admission/wrong-credential.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { readConnections } from '../../read-model/connections.js';
import { CredentialKinds } from '../../tokens/credential-kind.js';
import { accessTokenLifetime } from '../../tokens/grants.js';
import { IssueToken, type Issued } from './issue-token.js';
import { tokenRefusals } from './token-refusals.js';

@Controller('oauth/token')
export class IssueTokenController {
  constructor(
    private readonly tokens: IssueToken,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly attempts: FailedAttempts,
    private readonly kinds: CredentialKinds,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  async issue(@Body() body: unknown, @Req() http: FastifyRequest) {
    const request = oauthInput(tokenBody, withBasic(http, body));
    const issued = await this.tokens.issue(request, this.clock());
    this.relay.wake();
    if ('refusal' in issued) {
      const { refusal, because, guessed } = issued;
      if (guessed) await this.attempts.wrongSecret({ kind: 'token', address: http.ip, target: guessed.clientId });
      const unidentified = because === 'unknown-client' || because === 'wrong-secret';
      const description = unidentified ? await wrongClient(this.kinds, request, because) : tokenRefusals[because][1];
      throw unidentified ? invalidClient(http, body, description) : oauthRefusal(refusal, description);
    }
    noteApplication(http, request.client_id!);
    return {
      token_type: 'bearer',
      access_token: issued.accessToken,
      expires_in: accessTokenLifetime,
      refresh_token: issued.refreshToken,
      scope: issued.scope.join(' '),
      account_id: issued.accountId,
      sub: issued.accountId,
      ...(await this.linkingProfile(issued)),
    };
  }

  private async linkingProfile({ accountId, profileId }: Issued) {
    if (!profileId) return {};
    const { profiles } = await readConnections(this.pool, accountId);
    const profile = profiles.find(({ profile_id }) => profile_id === profileId);
    if (!profile) return {};
    const { provider_name, profile_id, profile_name } = profile;
    const provider_service = serviceOf(provider_name);
    return { linking_profile: { provider_name, provider_service, profile_id, profile_name } };
  }
}
