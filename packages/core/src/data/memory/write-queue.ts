/** Runs jobs one after the other, in the order they came; one that fails does not stop the next. */
export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.last.then(job)
    this.last = result.catch(() => undefined)
    return result
  }

  /** Resolves when everything that was asked for so far is done. */
  async idle(): Promise<void> {
    await this.last
  }
}
