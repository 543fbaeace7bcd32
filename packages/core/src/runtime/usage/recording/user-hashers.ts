import { LRUCache } from 'lru-cache'
import type { Project } from '../../../data/records/project.ts'
import { cacheRoom } from '../../../foundation/lists/cache-room.ts'
import { type UserHash, userHasher } from '../user-hash.ts'

/** The number of projects whose hash keys are cached, with the last id of each. */
const MAX_PROJECTS = 1000

/** Returns a function that hashes distinct ids of any project, with the project's own key. */
export function userHashers(): (project: Project, distinctId: string) => UserHash {
  // Bound: OUT-8 user-hashers
  const hashers = new LRUCache<string, (distinctId: string) => UserHash>(cacheRoom(MAX_PROJECTS))
  return ({ uuid }, distinctId) => {
    let hash = hashers.get(uuid)
    if (!hash) {
      hash = userHasher(uuid)
      hashers.set(uuid, hash)
    }
    return hash(distinctId)
  }
}
