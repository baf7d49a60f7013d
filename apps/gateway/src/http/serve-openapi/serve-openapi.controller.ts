import { Controller, Get, Header, Inject } from '@nestjs/common';
import { openApiDocument, scopes } from '@kalends/contracts';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../injection-tokens.js';

@Controller()
export class ServeOpenapiController {
  private readonly document: object;

  constructor(@Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>) {
    this.document = openApiDocument(config.PUBLIC_URL, 'public');
  }

  @Get('openapi.json')
  @Header('Access-Control-Allow-Origin', '*')
  openapi() {
    return this.document;
  }

  /** RFC 8414. */
  @Get('.well-known/oauth-authorization-server')
  metadata() {
    const issuer = this.config.PUBLIC_URL;
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/token/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      scopes_supported: scopes,
      authorization_response_iss_parameter_supported: true,
    };
  }
}
