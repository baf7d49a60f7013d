import {
  ProviderError,
  type CalendarProvider,
  type Revocation,
  tokensBody,
  type RefreshDependencies,
  unstoredTokens,
  type ProfileTokens,
} from '@kalends/provider-port/sync';

interface MicrosoftRevocationDependencies extends RefreshDependencies {
  providerWith(tokens: ProfileTokens): Pick<CalendarProvider, 'unwatch'>;
}

/**
 * Ends a profile at Microsoft: its subscriptions are deleted. Microsoft has no endpoint that revokes one token; that for all
 * sessions of the user would sign them out everywhere, so tokens are only deleted. Throws ProviderErrors; repeating it does
 * no harm.
 */
export async function revokeAtMicrosoft(
  dependencies: MicrosoftRevocationDependencies,
  { tokens, channels, channelsFirst }: Revocation,
): Promise<void> {
  if (channels.length === 0 || !channelsFirst) return;
  const stored = tokensBody.parse(JSON.parse(tokens));
  try {
    const provider = dependencies.providerWith(unstoredTokens(dependencies, stored));
    for (const channel of channels) await provider.unwatch?.(channel);
  } catch (error) {
    const isOver = error instanceof ProviderError && ['authentication-failed', 'refused'].includes(error.failure);
    if (!isOver) throw error;
  }
}
