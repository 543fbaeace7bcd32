import { LRUCache } from 'lru-cache'
import { cacheRoom } from '../../../foundation/lists/cache-room.ts'
import { OTHER_NAME } from './variant-names.ts'

/** The number of SDKs of a project that are counted separately. It is limited because clients can send any name. */
const MAX_SDKS = 50
const MAX_LENGTH = 100
const MAX_PROJECTS = 1000

/** The names under which SDKs are counted. */
export class SdkNames {
  // Bound: OUT-8 sdk-names
  readonly #namesOf = new LRUCache<number, Set<string>>(cacheRoom(MAX_PROJECTS))

  nameOf(projectId: number, sdk: string): string {
    if (sdk === '') return sdk
    const names = this.#namesOf.get(projectId) ?? new Set()
    this.#namesOf.set(projectId, names)
    if (names.has(sdk)) return sdk
    if (names.size >= MAX_SDKS || sdk.length > MAX_LENGTH) return OTHER_NAME
    names.add(sdk)
    return sdk
  }
}
