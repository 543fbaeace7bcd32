import { LRUCache } from 'lru-cache'
import type { Store } from '../storage/store.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import type { SharedDefinitions } from './shared-definitions.ts'

export interface TokenIndexOptions {
  readonly store: Store
  readonly shared: SharedDefinitions | undefined
  /** The picture of a project of a version or newer, as `SnapshotCache.get` answers it. */
  readonly get: (projectId: number, minVersion?: number) => Promise<ProjectSnapshot | undefined>
}

const MAX_TOKENS = 10_000

/** Finds projects by their public tokens, as a rule without asking anybody. */
export class TokenIndex {
  readonly #options: TokenIndexOptions
  readonly #projectIdOf = new LRUCache<string, number>({ max: MAX_TOKENS })

  constructor(options: TokenIndexOptions) {
    this.#options = options
  }

  /** The newest picture of the project that a token names; undefined when it names none. */
  async find(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const { store, shared, get } = this.#options
    const projectId = this.#projectIdOf.get(apiToken) ?? (await shared?.findProjectId(apiToken))
    const known = projectId === undefined ? undefined : await get(projectId)
    if (known?.project.apiToken === apiToken) {
      this.#projectIdOf.set(apiToken, known.project.id)
      return known
    }
    const project = await store.read((tx) => tx.projects.findByApiToken(apiToken))
    if (!project) return undefined
    this.#projectIdOf.set(apiToken, project.id)
    return get(project.id, project.version)
  }
}
