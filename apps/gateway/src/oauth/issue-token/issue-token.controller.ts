import { Body, Controller, Header, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { tokenBody } from '@kalends/contracts';
import { oauthInput, oauthRefusal } from '../../http/oauth-input.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { readConnections } from '../../read-model/connections.js';
import { accessTokenLifetime } from '../../tokens/grants.js';
import { IssueToken, type Issued, type TokenRefusal } from './issue-token.handler.js';

const descriptions: Record<TokenRefusal, string> = {
  invalid_request: 'A parameter is missing: see RFC 6749 §4.1.3 and §6.',
  invalid_client: 'client_id and client_secret in the body do not match.',
  invalid_grant: 'The code or refresh token is unknown, expired or used, or was issued for another redirect_uri.',
  unsupported_grant_type: 'grant_type must be authorization_code or refresh_token.',
};

/** `Authorization` is ignored: existing clients send junk there (AUTH-3). */
@Controller('oauth/token')
export class IssueTokenController {
  constructor(
    private readonly tokens: IssueToken,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly attempts: FailedAttempts,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  async issue(@Body() body: unknown, @Req() { ip }: FastifyRequest) {
    const issued = await this.tokens.issue(oauthInput(tokenBody, body), this.clock());
    if ('refusal' in issued) {
      const { refusal, guessed } = issued;
      if (guessed) await this.attempts.wrongSecret({ kind: 'token', address: ip, target: guessed.clientId });
      throw oauthRefusal(refusal, descriptions[refusal]);
    }
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
    return { linking_profile: { provider_name, provider_service: provider_name, profile_id, profile_name } };
  }
}
