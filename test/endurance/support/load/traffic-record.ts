/** More than enough to see what is wrong. */
const MAX_PROBLEMS = 20

/** What became of all that clients asked. */
export class TrafficRecord {
  readonly #statuses = new Map<number, number>()
  readonly #problems: string[] = []
  #answers = 0
  #refusals = 0
  #unanswered = 0
  #slowestMs = 0

  /** What should not have been. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** Answers that the database was too slow for (OUT-4). */
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
