/** Reports each kind of misuse once, so that a mistake in a loop does not fill a log. */
export class ReportOnce {
  readonly #onError: (error: unknown) => void
  // Bound: is as large as the number of kinds, which are constants
  readonly #reported = new Set<string>()

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  report(kind: string, makeError: () => unknown): void {
    if (this.#reported.has(kind)) return
    this.#reported.add(kind)
    try {
      this.#onError(makeError())
    } catch {
      // Evaluation calls this, and must never throw.
    }
  }
}
