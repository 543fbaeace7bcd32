/** Runs jobs one after the other, in order of arrival; a failed job does not stop the next. */
export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve()

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.last.then(job)
    this.last = result.catch(() => undefined)
    return result
  }

  /** Resolves when all current jobs are done. */
  async idle(): Promise<void> {
    await this.last
  }
}
