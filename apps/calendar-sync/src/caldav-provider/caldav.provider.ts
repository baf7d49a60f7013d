import type { Egress } from '@kalends/service';
import { ProviderError, type CalendarProvider } from '../provider/provider.port.js';

export interface CaldavAccount {
  /** `apple` or `caldav`: what a refused password is explained with. */
  providerName: string;
  url: string;
  username: string;
  password: string;
  egress: Egress;
}

export class CaldavProvider implements CalendarProvider {
  constructor(private readonly account: CaldavAccount) {}
  async calendars(): Promise<never> { throw new ProviderError('unavailable', this.account.url); }
  async changes(): Promise<never> { throw new ProviderError('unavailable', this.account.url); }
  async upsert(): Promise<never> { throw new ProviderError('unavailable', this.account.url); }
  async remove(): Promise<never> { throw new ProviderError('unavailable', this.account.url); }
}
