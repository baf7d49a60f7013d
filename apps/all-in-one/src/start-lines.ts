const infoLevel = 30;

/** A line of the log, as pino wrote it. */
interface LogLine {
  level?: number;
  event?: string;
}

/**
 * What a person reads of a start: one line about the migrations of all schemas, and warnings and errors. Everything else is
 * left out until {@link end}.
 */
export class StartLines {
  private migrations = 0;
  private hasEnded = false;

  /** Whether a line of the log is left out. */
  omits({ level = infoLevel, event }: LogLine): boolean {
    if (this.hasEnded) return false;
    if (event === 'schema.migrated') this.migrations += 1;
    return level <= infoLevel;
  }

  /** Shows all lines from now on; returns the one about the migrations, empty when there were none. */
  end(): string {
    this.hasEnded = true;
    return this.migrations === 0 ? '' : `Database prepared: ${this.migrations} migrations applied\n`;
  }
}
