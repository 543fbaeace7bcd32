import { expect } from 'vitest'
import { type Answer, ask, type Instance, type Question } from '../../../../packages/server/test/support/instances.ts'
import type { Ledger } from './ledger.ts'
import type { Thing, ThingKind, ThingState } from './thing.ts'

/** Thrown when a writer has nobody to write to any more, was refused a write, or has written enough. */
export class WriterIsDone extends Error {}

const REFUSED = 503

export interface WriterOptions {
  /** Tells writers apart. */
  readonly number: number
  readonly personalApiKey: string
  readonly projectId: number
  readonly otherProjectId: number
  /** A role of the organization, to give flags to. */
  readonly roleId: string
  readonly ledger: Ledger
}

/** Where a writer writes to for a while. */
export interface Post {
  readonly instance: Instance
  /** Told of every acknowledged write; answers whether to go on. */
  readonly onAcknowledged: () => boolean
}

/** A flag that a writer goes on changing, whatever happens between. */
export interface OldFlag {
  readonly thing: Thing
  readonly path: string
}

type Next = Readonly<Partial<ThingState>>

/** What is sent, and what status it is answered with. */
interface Request extends Question {
  /** Under the project, or from the root when it begins there. */
  readonly path: string
  readonly status: number
}

/** What is sent, and what the thing is once it is written. */
export interface Write extends Request {
  readonly next: Next
}

/** What is sent about several things, and what each is once all of them are written. */
export interface WriteOfSeveral extends Request {
  readonly changes: readonly (readonly [Thing, Next])[]
}

/** Somebody who writes one thing after the other, and has every write noted in the ledger. */
export class Writer {
  readonly #options: WriterOptions
  #post: Post | undefined
  oldFlag: OldFlag | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** From now on it writes there. */
  moveTo(post: Post): void {
    this.#post = post
  }

  get number(): number {
    return this.#options.number
  }

  get roleId(): string {
    return this.#options.roleId
  }

  get projectId(): number {
    return this.#options.projectId
  }

  /** A project of somebody else, to copy flags to. */
  get otherProjectId(): number {
    return this.#options.otherProjectId
  }

  thing(kind: ThingKind, name: string, projectId = this.projectId): Thing {
    return { kind, projectId, name }
  }

  /** What is known of a thing. */
  stateOf(thing: Thing): ThingState | undefined {
    return this.#options.ledger.stateOf(thing)
  }

  /**
   * Writes, or throws {@link WriterIsDone} when no answer comes, or none in time from the database (OUT-4): then nobody
   * knows whether it was written.
   */
  write(thing: Thing, { next, ...request }: Write): Promise<Answer> {
    return this.writeSeveral({ ...request, changes: [[thing, next]] })
  }

  /** The same of several things, which are written all together or not at all. */
  async writeSeveral({ path, status, changes, ...question }: WriteOfSeveral): Promise<Answer> {
    const { personalApiKey: key, projectId, ledger } = this.#options
    if (!this.#post) throw new Error('the writer has nobody to write to')
    const { instance, onAcknowledged } = this.#post
    ledger.ask(
      changes.map(([thing, next]) => {
        const known = ledger.stateOf(thing)
        return [thing, { ...known, ...next, told: (known?.told ?? 0) + 1 }]
      }),
    )
    const url = path.startsWith('/') ? path : `/api/projects/${projectId}/${path}`
    const answer = await ask(instance, url, { key, ...question }).catch(() => undefined)
    if (!answer) throw new WriterIsDone()
    if (answer.status === REFUSED) {
      ledger.refuse()
      throw new WriterIsDone()
    }
    expect(answer, `${question.method} ${url}: ${answer.text}`).toMatchObject({ status })
    ledger.acknowledge(changes.map(([thing]) => thing))
    if (!onAcknowledged()) throw new WriterIsDone()
    return answer
  }
}
