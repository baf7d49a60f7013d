import { sha256 } from '@kalends/security';

/** An endpoint is one application's exact callback URL; its id is short whatever the URL. */
export const endpointIdOf = (clientId: string, url: string): string => sha256(`${clientId}\n${url}`);

/** What concurrency is bounded by: scheme, host and port; all that is no URL counts as one. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
