import { expect } from 'vitest'
import { type Answer, ask, type Instance, type Question } from '../../../../packages/server/test/support/instances.ts'
import type { Ledger } from './ledger.ts'
import type { Thing, ThingKind, ThingState } from './thing.ts'

/** Thrown when a writer has nobody to write to any more, or has written enough. */
export class WriterIsDone extends Error {}

export interface WriterOptions {
  /** Tells writers apart. */
  readonly number: number
  readonly personalApiKey: string
  readonly projectId: number
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

/** What is sent, what status it is answered with, and what the thing is once it is written. */
export interface Write extends Question {
  readonly path: string
  readonly status: number
  readonly next: Readonly<Partial<ThingState>>
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

  thing(kind: ThingKind, name: string): Thing {
    return { kind, projectId: this.#options.projectId, name }
  }

  /** What is known of a thing. */
  stateOf(thing: Thing): ThingState | undefined {
    return this.#options.ledger.stateOf(thing)
  }

  /** Writes, or throws {@link WriterIsDone} when no answer comes: then nobody knows whether it was written. */
  async write(thing: Thing, { path, status, next, ...question }: Write): Promise<Answer> {
    const { personalApiKey: key, projectId, ledger } = this.#options
    if (!this.#post) throw new Error('the writer has nobody to write to')
    const { instance, onAcknowledged } = this.#post
    const known = ledger.stateOf(thing)
    ledger.ask(thing, { ...known, ...next, told: (known?.told ?? 0) + 1 })
    const url = `/api/projects/${projectId}/${path}`
    const answer = await ask(instance, url, { key, ...question }).catch(() => undefined)
    if (!answer) throw new WriterIsDone()
    expect(answer, `${question.method} ${url}: ${answer.text}`).toMatchObject({ status })
    ledger.acknowledge(thing)
    if (!onAcknowledged()) throw new WriterIsDone()
    return answer
  }
}
