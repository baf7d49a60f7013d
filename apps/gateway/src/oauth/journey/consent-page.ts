import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { consentPage } from './consent.pages.js';
import { JourneyAccounts } from './journey-accounts.js';
import { Journeys, type JourneyStep } from './journeys.js';
import { allowForms, lost, show } from './reply.js';

/** How often the page waits for calendars that are being read. */
const mostReads = 20;

/** The page on which the user allows or denies, for every step of the journey that needs it. */
@Injectable()
export class ConsentPage {
  constructor(
    private readonly accounts: JourneyAccounts,
    private readonly journeys: Journeys,
  ) {}

  async show(reply: FastifyReply, { journey, browserId, t }: JourneyStep, reads = 0) {
    const { scope, redirectUri, clientId, linkToken } = journey.request;
    const brand = await this.accounts.brand(clientId);
    if (!brand) return lost(reply, t);
    const { calendars, isReading } = await this.accounts.shared(t, journey);
    const foreign = await this.accounts.foreign(journey);
    const sealed = this.journeys.seal(journey, browserId);
    const again = `/oauth/authorize/consent?journey=${sealed}&reads=${reads + 1}`;
    const linked = journey.accountId === null ? null : await this.accounts.linkedAccount(journey.accountId);
    const known =
      linked && linkToken === null
        ? { name: linked.isPerson ? linked.name : null, other: `/oauth/authorize/choose?journey=${sealed}&other=1` }
        : null;
    const reading = isReading && reads < mostReads ? { again } : null;
    const consent = { scope, calendars, foreign, redirectHost: new URL(redirectUri).host, reading, known };
    return show(allowForms(reply, redirectUri), consentPage({ t, brand, journey: sealed }, consent));
  }
}
