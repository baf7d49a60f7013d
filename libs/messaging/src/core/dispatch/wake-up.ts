/** A wait that a call ends; a call since {@link reset} ends the next wait at once. */
export class WakeUp {
  private isCalled = false;
  private end: (() => void) | undefined;

  call(): void {
    this.isCalled = true;
    this.end?.();
  }

  /** What is done from now on takes into account all that earlier calls were for. */
  reset(): void {
    this.isCalled = false;
  }

  async wait(ms: number): Promise<void> {
    if (this.isCalled) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.end = undefined;
  }
}
