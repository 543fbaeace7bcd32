import { expect } from 'vitest'
import { type Answer, ask, type Instance, type Question } from '../../../../packages/server/test/support/instances.ts'
import type { Ledger } from './ledger.ts'
import type { Thing, ThingKind, ThingState } from './thing.ts'

/** Thrown when a writer has no running instance any more, a write was refused, or the writer has written enough. */
export class WriterIsDone extends Error {}

const REFUSED = 503

export interface WriterOptions {
  /** Identifies the writer. */
  readonly number: number
  readonly personalApiKey: string
  readonly projectId: number
  readonly otherProjectId: number
  /** The id of a role of the organization, for access to flags. */
  readonly roleId: string
  readonly ledger: Ledger
}

/** The instance that a writer currently uses. */
export interface Post {
  readonly instance: Instance
  /** Called for every acknowledged write. Returns whether to continue. */
  readonly onAcknowledged: () => boolean
}

/** A flag that a writer changes in all rounds. */
export interface OldFlag {
  readonly thing: Thing
  readonly path: string
}

type Next = Readonly<Partial<ThingState>>

/** A request, with the expected status. */
interface Request extends Question {
  /** Relative to the project, unless it starts with a slash. */
  readonly path: string
  readonly status: number
}

/** A request, with the state of the record after it. */
export interface Write extends Request {
  readonly next: Next
}

/** A request for several records, with the state of each after it. */
export interface WriteOfSeveral extends Request {
  readonly changes: readonly (readonly [Thing, Next])[]
}

/** Writes one record after the other, and records every write in the ledger. */
export class Writer {
  readonly #options: WriterOptions
  #post: Post | undefined
  oldFlag: OldFlag | undefined

  constructor(options: WriterOptions) {
    this.#options = options
  }

  /** Continues with another instance. */
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

  /** Another project, as the target of copied flags. */
  get otherProjectId(): number {
    return this.#options.otherProjectId
  }

  thing(kind: ThingKind, name: string, projectId = this.projectId): Thing {
    return { kind, projectId, name }
  }

  /** Returns the known state of a record. */
  stateOf(thing: Thing): ThingState | undefined {
    return this.#options.ledger.stateOf(thing)
  }

  /**
   * Sends a write. Throws {@link WriterIsDone} if there is no response, or the database did not respond in time
   * (OUT-4); the write may or may not be stored in that case.
   */
  write(thing: Thing, { next, ...request }: Write): Promise<Answer> {
    return this.writeSeveral({ ...request, changes: [[thing, next]] })
  }

  /** Sends a write of several records, of which all or none are stored. */
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
