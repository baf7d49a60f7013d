/** A wait that a call ends; a call since {@link reset} ends the next wait immediately. */
export class WakeUp {
  private isCalled = false;
  private end: (() => void) | undefined;

  call(): void {
    this.isCalled = true;
    this.end?.();
  }

  /** Work from now on covers everything that earlier calls announced. */
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
