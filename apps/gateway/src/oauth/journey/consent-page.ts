import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { consentPage } from './consent.pages.js';
import { JourneyAccounts } from './journey-accounts.js';
import { Journeys, type JourneyStep } from './journeys.js';
import { allowForms, lost, show } from './reply.js';

/** The page on which the user allows or denies, for every step of the journey that needs it. */
@Injectable()
export class ConsentPage {
  constructor(
    private readonly accounts: JourneyAccounts,
    private readonly journeys: Journeys,
  ) {}

  async show(reply: FastifyReply, { journey, browserId, t }: JourneyStep) {
    const application = await this.accounts.application(journey.request.clientId);
    if (!application) return lost(reply, t);
    const calendars = await this.accounts.shared(t, journey);
    const foreign = await this.accounts.foreign(journey);
    const shown = { t, application: application.name, journey: this.journeys.seal(journey, browserId) };
    const { scope, redirectUri } = journey.request;
    const consent = { scope, calendars, foreign, redirectHost: new URL(redirectUri).host };
    return show(allowForms(reply, redirectUri), consentPage(shown, consent));
  }
}
