import { type Answer, ask, type Instance, type Question } from '../../../../packages/server/test/support/instances.ts'

/** A request, and with which statuses it may be answered. */
export interface Request extends Question {
  readonly path: string
  readonly expected: readonly number[]
}

export interface TrafficOptions {
  /** Those to choose from now, whether they are up or not. */
  readonly instances: () => readonly Instance[]
  readonly projectToken: string
  readonly personalApiKey: string
  /** Whether something is being stopped or started now, so that some requests may have to be sent again. */
  readonly isDisturbed: () => boolean
}

/** More than enough to see what is wrong. */
const MAX_PROBLEMS = 20

/** What clients ask of several instances behind one address, and what they are answered. */
export class Traffic {
  readonly #options: TrafficOptions
  readonly #statuses = new Map<number, number>()
  readonly #problems: string[] = []
  #turn = 0
  #unanswered = 0
  #slowestMs = 0

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  get projectToken(): string {
    return this.#options.projectToken
  }

  get personalApiKey(): string {
    return this.#options.personalApiKey
  }

  /** What should not have been. */
  get problems(): readonly string[] {
    return this.#problems
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
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
  }

  /** The instance whose turn it is. */
  nextInstance(): Instance {
    const instances = this.#options.instances()
    const instance = instances[this.#turn++ % instances.length]
    if (!instance) throw new Error('there is no instance')
    return instance
  }

  /** Asks with the personal key; answers undefined when the client would have to ask again. */
  manage(request: Request): Promise<Answer | undefined> {
    return this.send({ key: this.#options.personalApiKey, ...request })
  }

  async send(request: Request, instance: Instance = this.nextInstance()): Promise<Answer | undefined> {
    const { path, expected, ...question } = request
    const wasDisturbed = this.#options.isDisturbed()
    const startedAt = performance.now()
    const answer = await ask(instance, path, question).catch((error: unknown) => String(error))
    const isDisturbed = wasDisturbed || this.#options.isDisturbed()
    if (typeof answer === 'string') {
      this.#unanswered++
      if (!isDisturbed) this.report(`${path} had no answer: ${answer}`)
      return undefined
    }
    const { status, text, headers } = answer
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt)
    if (expected.includes(status)) return answer
    const isOutage = isDisturbed && status === 503 && headers.has('retry-after')
    if (!isOutage) this.report(`${question.method ?? ''} ${path} was answered with ${status}: ${text.slice(0, 300)}`)
    return undefined
  }
}
