const infoLevel = 30;

/** A line of the log, as pino wrote it. */
interface LogLine {
  level?: number;
  event?: string;
}

/**
 * What a person reads of a start: one line about the migrations of all schemas, and warnings and errors. Everything else is
 * left out until {@link end}, and so are the writes of the demo's first events, which are applied soon after.
 */
export class StartLines {
  private migrations = 0;
  private appliedWrites = 0;
  private ownWrites = 0;
  private hasEnded = false;

  /** Whether a line of the log is left out. */
  omits({ level = infoLevel, event }: LogLine): boolean {
    if (event === 'write.applied') this.appliedWrites += 1;
    if (this.hasEnded) return event === 'write.applied' && this.appliedWrites <= this.ownWrites;
    if (event === 'schema.migrated') this.migrations += 1;
    return level <= infoLevel;
  }

  /**
   * Shows all lines from now on; returns the one about the migrations, empty when there were none. `ownWrites`: the number of
   * events that the start itself wrote.
   */
  end(ownWrites = 0): string {
    this.hasEnded = true;
    this.ownWrites = ownWrites;
    return this.migrations === 0 ? '' : `Database prepared: ${this.migrations} migrations applied\n`;
  }
}
