import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Additions } from './additions.js';
import { dayText } from './day-text.js';
import { consentPage } from './consent.pages.js';
import { freshConsentScript } from './fresh-consent.js';
import { choosesZone, type Journey } from './journey.js';
import { JourneyAccounts } from './journey-accounts.js';
import { Journeys, type JourneyStep } from './journeys.js';
import { allowForms, dangerPage, lost, show } from './reply.js';
import { additionTextsOf } from './texts/addition/addition-texts.js';
import { allowScripts, chooseScript } from './zone-field.js';
import { namedZones } from './zones.js';

/** How often the page waits for calendars that are being read. */
const mostReads = 20;

const zoneChoice = async ({ tzid, isZoneStated = false }: Journey, lang: string) => ({
  zones: await namedZones(lang),
  guess: tzid,
  isStated: isZoneStated,
});

/** The page on which the user allows or denies, for every step of the journey that needs it. */
@Injectable()
export class ConsentPage {
  constructor(
    private readonly accounts: JourneyAccounts,
    private readonly journeys: Journeys,
    private readonly additions: Additions,
  ) {}

  async show(reply: FastifyReply, { journey, browserId, t }: JourneyStep, reads = 0) {
    const { scope, redirectUri, clientId, linkToken } = journey.request;
    const brand = await this.accounts.brand(clientId);
    if (!brand) return lost(reply, t);
    const offered = await this.additions.offered(journey, t);
    if (journey.request.addition && !offered) return show(reply, dangerPage(t, additionTextsOf(t).over), 404);
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
    const { endsAt, tzid } = journey;
    const endsOn = endsAt === undefined ? null : dayText(t, endsAt, tzid);
    const { host: redirectHost } = new URL(redirectUri);
    // a page that loads itself again would forget what was chosen
    const zone = reading === null && choosesZone(journey) ? await zoneChoice(journey, t.lang) : null;
    const consent = { scope, calendars, foreign, redirectHost, reading, known, endsOn, offered, zone };
    const scripts = [freshConsentScript, ...(zone === null || zone.isStated ? [] : [chooseScript])];
    const allowed = allowScripts(allowForms(reply, redirectUri), ...scripts);
    return show(allowed, consentPage({ t, brand, journey: sealed }, consent));
  }
}
