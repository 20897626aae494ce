// What takes several calls of the emulator: one such thing is done after the other, so that nothing comes between its calls.

export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Does it when all before it is done, whatever has become of that. */
  take<T>(action: () => Promise<T>): Promise<T> {
    const done = this.last.then(action);
    this.last = done.catch(() => undefined);
    return done;
  }
}
