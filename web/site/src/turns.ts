// Runs actions that take several calls of the emulator one after the other, so that the calls of different actions do not mix.

export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Carries out an action when all earlier ones have ended, whether or not they failed. */
  take<T>(action: () => Promise<T>): Promise<T> {
    const done = this.last.then(action);
    this.last = done.catch(() => undefined);
    return done;
  }
}
