/** More than enough to find the cause. */
const MAX_PROBLEMS = 20

/** The results of all requests of clients. */
export class TrafficRecord {
  readonly #statuses = new Map<number, number>()
  readonly #problems: string[] = []
  #answers = 0
  #refusals = 0
  #unanswered = 0
  #slowestMs = 0

  /** Unexpected results. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** The number of responses for which the database was too slow (OUT-4). */
  get refusals(): number {
    return this.#refusals
  }

  get answers(): number {
    return this.#answers
  }

  get figures(): Readonly<Record<string, number>> {
    const counts = [...this.#statuses].sort(([a], [b]) => a - b)
    return {
      ...Object.fromEntries(counts.map(([status, count]) => [`answers ${status}:`, count])),
      unanswered: this.#unanswered,
      'slowest answer ms': this.#slowestMs,
    }
  }

  report(problem: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(`${new Date().toISOString()} ${problem}`)
  }

  refused(): void {
    this.#refusals++
  }

  answered(status: number, ms: number): void {
    this.#answers++
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    this.#slowestMs = Math.max(this.#slowestMs, ms)
  }

  unanswered(): void {
    this.#unanswered++
  }
}
