import { sha256 } from '@kalends/security';

/** An endpoint is one application's exact callback URL; its id is short regardless of the URL. */
export const endpointIdOf = (clientId: string, url: string): string => sha256(`${clientId}\n${url}`);

/** The unit of bounded concurrency: scheme, host and port; all invalid URLs count as one. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
