import { sha256 } from '@kalends/service';

/**
 * What makes two consents the same profile: the provider's own id of the person. An e-mail address can change hands and
 * is not used.
 */
export const oauthIdentityHash = (provider: 'google', subject: string): string => sha256(`${provider}\n\n${subject}`);
