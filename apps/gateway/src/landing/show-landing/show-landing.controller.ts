import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { dateOf } from '@kalends/icalendar';
import { readiness } from '@kalends/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, type Clock } from '../../http/injection-tokens.js';
import { developerHeaders } from '../../http/pages/layout.js';
import { demoFor, landingToken, type Landing } from '../landing.js';
import { DemoWeek } from './read-week.js';
import { landingPage, type ServiceState } from './show-landing.pages.js';

/** Browsers accept HTML by name; programs accept JSON or anything. */
const wantsHtml = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '');

const checkedMs = 1_000;

@Controller()
export class ShowLandingController {
  private readonly week: DemoWeek;
  private checked: { at: number; services: Promise<ServiceState[]> } | null = null;

  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(landingToken) private readonly landing: Landing,
    @Inject(clockToken) private readonly clock: Clock,
  ) {
    this.week = new DemoWeek(config.PUBLIC_URL, clock);
  }

  /** For a person, what this is and what to do first; for a program, where the descriptions of the API are. */
  @Get()
  async show(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    void reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
    const { PUBLIC_URL: base } = this.config;
    if (!wantsHtml(request)) return reply.send(links(base));
    const demo = demoFor(request, this.config, this.landing);
    const hasDemo = this.landing.demo() !== null;
    const services = await this.services();
    const today = dateOf(this.clock(), 'Etc/UTC');
    const week = demo && (await this.week.read(demo.access_token, today));
    const simulatorUrl = (demo && this.landing.simulatorUrl) ?? null;
    const { hasExample = false } = this.landing;
    const page = landingPage({ base, demo, hasDemo, services, today, week, simulatorUrl, hasExample });
    return reply.headers(developerHeaders).type('text/html; charset=utf-8').send(page);
  }

  /** The same checks as at `/health/ready`, for all views of a second. */
  private services(): Promise<ServiceState[]> {
    const now = this.clock();
    if (!this.checked || now < this.checked.at || now >= this.checked.at + checkedMs)
      this.checked = { at: now, services: this.check() };
    return this.checked.services;
  }

  private check(): Promise<ServiceState[]> {
    return Promise.all(
      this.landing.services().map(async ({ name, checks }) => {
        const report = await readiness(checks);
        const failing = Object.entries(report.checks).filter(([, { status }]) => status !== 'ok');
        return { name, status: report.status, failing: failing.map(([check]) => check) };
      }),
    );
  }
}

const links = (base: string) => ({
  name: 'Kalends',
  documentation: `${base}/docs`,
  openapi: `${base}/openapi.json`,
  api_catalog: `${base}/.well-known/api-catalog`,
  authorization_server: `${base}/.well-known/oauth-authorization-server`,
  health: `${base}/health/ready`,
});
