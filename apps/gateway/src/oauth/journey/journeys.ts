import { Inject, Injectable } from '@nestjs/common';
import type { ConsentProviderId } from '@kalends/contracts';
import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { browserOf, formerIdsOf, setFormerIds } from '../../http/browser/browser.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import type { Journey } from './journey.js';
import type { PermissionStep } from './permission-step.js';
import type { Relink } from './relink.js';
import { openState, sealState } from './sealed-state.js';
import { textsFor, type Texts } from './texts/texts.js';

/**
 * How a journey is carried: in Kalends' own forms and addresses, or as the `state` of a consent at a provider, which no other
 * provider can return (RFC 9700 §4.4), or of an organization's approval, which proves nothing.
 */
export type Purpose = 'form' | `${ConsentProviderId}-state` | 'admin-consent-state';

/** A step of a browser in the journey that it began; `t`: the texts of the response. */
export interface JourneyStep {
  journey: Journey;
  browserId: string;
  t: Texts;
}

/** The same, or a step without a journey. */
export type Opened = JourneyStep | { journey: null; t: Texts };
export type OpenedRelink = { relink: Relink; browserId: string; t: Texts } | { relink: null; t: Texts };

export type OpenedPermission = { step: PermissionStep; browserId: string; t: Texts } | { step: null; t: Texts };

const permissionLabel = 'permission';
const formerLabel = 'former-browser';

/** Journeys that a browser finishes within half an hour. */
const mostFormer = 5;

/** What a state is sealed for: sealed ones of earlier releases are open for half an hour, so labels never change. */
const labelOf = (kind: 'journey' | 'relink', purpose: Purpose): string => {
  if (purpose === 'form') return kind;
  return kind === 'journey' ? purpose : purpose.replace(/-state$/, '-relink-state');
};

/** Journeys without an id were sealed by an earlier release. */
const isWhole = (journey: Journey | null): journey is Journey => typeof journey?.id === 'string';

/**
 * Seals journeys, relinks and permission steps for the browser that began them, and opens them again. Expired or altered ones, and those of
 * another browser or purpose, do not open.
 */
@Injectable()
export class Journeys {
  constructor(
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  seal(journey: Journey, browserId: string, purpose: Purpose = 'form'): string {
    return sealState(this.sealer, journey, `${labelOf('journey', purpose)}:${browserId}`);
  }

  open(request: FastifyRequest, sealed: unknown, purpose: Purpose = 'form'): Opened {
    const { browserId, state: journey } = this.read<Journey>(request, sealed, labelOf('journey', purpose));
    if (browserId === null || !isWhole(journey)) return { journey: null, t: textsFor(null, request) };
    return { journey, browserId, t: textsFor(journey.request.locale, request) };
  }

  /** A journey of this browser that is too old, or that it began before it got its present id: to explain it, never to continue it. */
  openFormer(request: FastifyRequest, sealed: unknown, purpose: Purpose = 'form'): Journey | null {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    if (browserId === null) return null;
    for (const id of [browserId, ...this.formerIds(request, browserId)]) {
      const journey = openState<Journey>(this.sealer, sealed, `${labelOf('journey', purpose)}:${id}`);
      if (isWhole(journey)) return journey;
    }
    return null;
  }

  /** The browser has another id from now on, and remembers the earlier ones. */
  rememberFormer(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    former: string,
    current: string,
  ) {
    const ids = [former, ...this.formerIds(request, former)].slice(0, mostFormer);
    setFormerIds(reply, sealState(this.sealer, { ids }, `${formerLabel}:${current}`), this.config.PUBLIC_URL);
  }

  private formerIds(request: FastifyRequest, browserId: string): string[] {
    const sealed = formerIdsOf(request, this.config.PUBLIC_URL);
    return openState<{ ids: string[] }>(this.sealer, sealed, `${formerLabel}:${browserId}`)?.ids ?? [];
  }

  sealRelink(relink: Relink, browserId: string, purpose: Purpose = 'form'): string {
    return sealState(this.sealer, relink, `${labelOf('relink', purpose)}:${browserId}`);
  }

  openRelink(request: FastifyRequest, sealed: unknown, purpose: Purpose = 'form'): OpenedRelink {
    const { browserId, state: relink } = this.read<Relink>(request, sealed, labelOf('relink', purpose));
    if (browserId === null || relink === null) return { relink: null, t: textsFor(null, request) };
    return { relink, browserId, t: textsFor(relink.lang, request) };
  }

  sealPermission(step: PermissionStep, browserId: string): string {
    return sealState(this.sealer, step, `${permissionLabel}:${browserId}`);
  }

  openPermission(request: FastifyRequest, sealed: unknown): OpenedPermission {
    const { browserId, state: step } = this.read<PermissionStep>(request, sealed, permissionLabel);
    if (browserId === null || step === null) return { step: null, t: textsFor(null, request) };
    return { step, browserId, t: textsFor(step.lang, request) };
  }

  private read<State extends { expires: number }>(request: FastifyRequest, sealed: unknown, label: string) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const state = browserId === null ? null : openState<State>(this.sealer, sealed, `${label}:${browserId}`);
    return { browserId, state: state !== null && state.expires > this.clock() ? state : null };
  }
}
