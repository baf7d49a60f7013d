import { dependenciesToken } from '../../http/injection-tokens.js';
import { Inject } from '@nestjs/common';
import { caldavConnectionRequest } from '../../accounts/caldav-connection.js';
import type { CaldavCredentials } from '../../accounts/identities.js';
import { connectInJourney } from '../journey/connect-in-journey.js';
import type { Journey } from '../journey/journey.js';

type CaldavDependencies = Parameters<typeof caldavConnectionRequest>[0] & Parameters<typeof connectInJourney>[0];

/** Connects a CalDAV account in a journey. */
export class ConnectCalendar {
  constructor(@Inject(dependenciesToken) private readonly dependencies: CaldavDependencies) {}

  /** Returns the refusal, or the continued journey. Throws the Refusals 503 and 504. */
  async connect(journey: Journey, credentials: CaldavCredentials) {
    const connection = await caldavConnectionRequest(this.dependencies, journey.request.clientId, credentials);
    return connectInJourney(this.dependencies, journey, connection);
  }
}
