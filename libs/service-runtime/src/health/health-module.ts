import { Controller, type DynamicModule, Get, Inject, Module, Res } from '@nestjs/common';
import { type HealthCheck, readiness, type Readiness, statusCode } from './readiness.js';

const CHECKS = Symbol('health checks');

interface Reply {
  status(code: number): unknown;
}

@Controller('health')
class HealthController {
  constructor(@Inject(CHECKS) private readonly checks: readonly HealthCheck[]) {}

  /** The process runs and responds; nothing else is checked. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: Reply): Promise<Readiness> {
    const report = await readiness(this.checks);
    reply.status(statusCode(report));
    return report;
  }
}

/**
 * `GET /health/live` and `GET /health/ready` for a service with its own HTTP server: `imports: [HealthModule.of(checks)]`.
 */
@Module({})
export class HealthModule {
  static of(checks: readonly HealthCheck[]): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [{ provide: CHECKS, useValue: checks }],
    };
  }
}
