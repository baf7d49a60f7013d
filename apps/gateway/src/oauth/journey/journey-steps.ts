import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { prismaToken } from '../../http/injection-tokens.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { JourneyAccounts } from './journey-accounts.js';
import type { Journey } from './journey.js';
import { Journeys, type JourneyStep, type Purpose } from './journeys.js';
import { overPage, type Over } from './over.pages.js';
import { lost, show } from './reply.js';
import { textsFor } from './texts/texts.js';

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const statusOf = (over: Over): number => (over === 'step' ? 400 : 200);

/** Where people find the application again; null: its address opens no page. */
const applicationAt = (redirectUri: string): string | null => {
  const { protocol, origin } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}/` : null;
};

interface OverOptions {
  purpose?: Purpose;
  /** Why the step cannot be opened. */
  reason?: string;
}

/** Opens steps of journeys, and reports the truth about those that are over: Back, a second tab, a bookmark. */
@Injectable()
export class JourneySteps {
  constructor(
    private readonly journeys: Journeys,
    private readonly accounts: JourneyAccounts,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
  ) {}

  /** The step; null: it is over or of another browser, and the user has been shown that. */
  async open(exchange: Exchange, sealed: unknown): Promise<JourneyStep | null> {
    const opened = this.journeys.open(exchange.request, sealed);
    if (opened.journey && (await this.endOf(opened.journey)) === null) return opened;
    await this.showOver(exchange, sealed);
    return null;
  }

  /** How a step that cannot be opened ended. It may be of another browser. */
  async showOver({ request, reply }: Exchange, sealed: unknown, { purpose = 'form', reason }: OverOptions = {}) {
    const journey = this.journeys.openFormer(request, sealed, purpose);
    const brand = journey && (await this.accounts.brand(journey.request.clientId));
    const t = textsFor(journey?.request.locale ?? null, request);
    if (!journey || !brand) return lost(reply, t, reason);
    const over = (await this.endOf(journey)) ?? 'step';
    const address = applicationAt(journey.request.redirectUri);
    const text = over === 'allowed' ? t.continueIn(brand.name) : t.backTo(brand.name);
    const next = address === null ? null : { address, text };
    return show(reply, overPage({ t, brand, over, reason: reason ?? null, next }), statusOf(over));
  }

  private async endOf({ id: journey_id }: Journey): Promise<Over | null> {
    const end = await this.prisma.journeyEnd.findUnique({ where: { journey_id } });
    return end && (end.allowed ? 'allowed' : 'declined');
  }
}
