import type { Project } from '../../identity/project.ts'
import { type UserHash, userHasher } from '../user-hash.ts'

/** Makes a function that hashes distinct ids of any project, each with the project's own key. */
export function userHashers(): (project: Project, distinctId: string) => UserHash {
  const hashers = new Map<string, (distinctId: string) => UserHash>()
  return ({ uuid }, distinctId) => {
    let hash = hashers.get(uuid)
    if (!hash) {
      hash = userHasher(uuid)
      hashers.set(uuid, hash)
    }
    return hash(distinctId)
  }
}
