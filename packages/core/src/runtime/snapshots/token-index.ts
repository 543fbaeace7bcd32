import { LRUCache } from 'lru-cache'
import type { Project } from '../../data/records/project.ts'
import type { Store } from '../../data/store.ts'
import { cacheRoom } from '../../foundation/lists/cache-room.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import type { SharedDefinitions } from './shared-definitions.ts'

export interface TokenIndexOptions {
  readonly store: Store
  readonly shared: SharedDefinitions | undefined
  /** Returns a snapshot of a project at this version or newer, as `SnapshotCache.get` does. */
  readonly get: (projectId: number, minVersion?: number) => Promise<ProjectSnapshot | undefined>
  /** A monotonic clock. */
  readonly nowMs?: Clock
}

const MAX_TOKENS = 10_000
/** How long a token counts as unknown. It is short, because another instance may create a project with such a token. */
const UNKNOWN_FOR_MS = 1000
/**
 * Longer tokens are not remembered as unknown: unauthenticated clients choose them, and real tokens are less than half
 * as long.
 */
const MAX_UNKNOWN_LENGTH = 200

/** Finds projects by their public tokens, usually from memory. */
export class TokenIndex {
  readonly #options: TokenIndexOptions
  readonly #nowMs: Clock
  // Bound: OUT-8 tokens
  readonly #projectIdOf = new LRUCache<string, number>(cacheRoom(MAX_TOKENS))
  /** Until when each token counts as unknown. */
  // Bound: OUT-8 tokens
  readonly #unknownUntil = new LRUCache<string, number>(cacheRoom(MAX_TOKENS))
  /**
   * The running lookups. The map is replaced whenever a project may have received a token: lookups that started earlier
   * then no longer count.
   */
  // Bound: OUT-8 looked-up-credentials
  #looking = new Map<string, Promise<ProjectSnapshot | undefined>>()

  constructor(options: TokenIndexOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  /** Returns the newest snapshot of the project with this token; undefined when no project has it. */
  async find(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const projectId = this.#projectIdOf.get(apiToken)
    if (projectId !== undefined) {
      const known = await this.#options.get(projectId)
      if (known?.project.apiToken === apiToken) return known
      this.#projectIdOf.delete(apiToken)
    }
    if (this.#isUnknown(apiToken)) return undefined
    return this.#lookUpOnce(apiToken)
  }

  /** Records that the project has this token now. */
  learn({ id, apiToken }: Pick<Project, 'id' | 'apiToken'>): void {
    this.#projectIdOf.set(apiToken, id)
    this.#unknownUntil.delete(apiToken)
  }

  /** Forgets all unknown tokens, because a project may have received one of them. */
  forgetUnknown(): void {
    this.#unknownUntil.clear()
    this.#looking = new Map()
  }

  #isUnknown(apiToken: string): boolean {
    return (this.#unknownUntil.get(apiToken) ?? 0) > this.#nowMs()
  }

  #lookUpOnce(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const looking = this.#looking
    const running = looking.get(apiToken)
    if (running) return running
    const lookUp = async () => {
      try {
        const found = await this.#lookUp(apiToken)
        if (!found && looking === this.#looking) this.#noteUnknown(apiToken)
        return found
      } finally {
        looking.delete(apiToken)
      }
    }
    const found = lookUp()
    looking.set(apiToken, found)
    return found
  }

  #noteUnknown(apiToken: string): void {
    if (apiToken.length <= MAX_UNKNOWN_LENGTH) this.#unknownUntil.set(apiToken, this.#nowMs() + UNKNOWN_FOR_MS)
  }

  async #lookUp(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const { store, shared, get } = this.#options
    const projectId = await shared?.findProjectId(apiToken)
    const known = projectId === undefined ? undefined : await get(projectId)
    if (known?.project.apiToken === apiToken) {
      this.learn(known.project)
      return known
    }
    const project = await store.read((tx) => tx.projects.findByApiToken(apiToken))
    if (!project) return undefined
    this.learn(project)
    return get(project.id, project.version)
  }
}
