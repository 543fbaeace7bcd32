import { type Answer, ask, type Instance, type Question } from '../../../../packages/server/test/support/instances.ts'
import type { TrafficRecord } from './traffic-record.ts'

/** A request, with the permitted statuses. */
export interface Request extends Question {
  /** Relative to the API of the project, unless it starts with a slash. */
  readonly path: string
  readonly expected: readonly number[]
}

export interface TrafficOptions {
  readonly projectId: number
  readonly projectToken: string
  readonly personalApiKey: string
  readonly record: TrafficRecord
  /** Returns the instances to choose from, whether they are running or not. */
  readonly instances: () => readonly Instance[]
  /** Whether a server is being stopped or started, so that some requests may have to be repeated. */
  readonly isDisturbed: () => boolean
}

/** Requests of clients of one project to several instances behind one address. */
export class Traffic {
  readonly #options: TrafficOptions
  #turn = 0

  constructor(options: TrafficOptions) {
    this.#options = options
  }

  get projectId(): number {
    return this.#options.projectId
  }

  get projectToken(): string {
    return this.#options.projectToken
  }

  get personalApiKey(): string {
    return this.#options.personalApiKey
  }

  report(problem: string): void {
    this.#options.record.report(problem)
  }

  /** Returns the next instance in rotation. */
  nextInstance(): Instance {
    const instances = this.#options.instances()
    const instance = instances[this.#turn++ % instances.length]
    if (!instance) throw new Error('there is no instance')
    return instance
  }

  /** Sends a request with the personal key. Returns undefined if the client would have to repeat the request. */
  manage(request: Request): Promise<Answer | undefined> {
    return this.send({ key: this.#options.personalApiKey, ...request })
  }

  async send({ path, expected, ...question }: Request): Promise<Answer | undefined> {
    const { record, projectId, isDisturbed } = this.#options
    const wasDisturbed = isDisturbed()
    const startedAt = performance.now()
    const url = path.startsWith('/') ? path : `/api/projects/${projectId}/${path}`
    const answer = await ask(this.nextInstance(), url, question).catch((error: unknown) => String(error))
    const isExcused = wasDisturbed || isDisturbed()
    if (typeof answer === 'string') {
      record.unanswered()
      if (!isExcused) record.report(`${url} had no answer: ${answer}`)
      return undefined
    }
    const { status, text, headers } = answer
    record.answered(status, performance.now() - startedAt)
    if (expected.includes(status)) return answer
    const isOutage = status === 503 && headers.has('retry-after')
    if (!isOutage) record.report(`${question.method ?? ''} ${url} was answered with ${status}: ${text.slice(0, 300)}`)
    else if (!isExcused) record.refused()
    return undefined
  }
}
