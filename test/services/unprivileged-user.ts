import { execFileSync } from 'node:child_process'
import { userInfo } from 'node:os'

export type User = { readonly uid: number; readonly gid: number } | undefined

/** Returns a user for programs that refuse to run as root; undefined if this process does not run as root. */
export function unprivilegedUser(): User {
  if (userInfo().uid !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (option: string): number => Number(execFileSync('id', [option, name], { stdio: 'pipe' }).toString())
      return { uid: idOf('-u'), gid: idOf('-g') }
    } catch {
      // There is no such user: try the next one.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody to run it as.')
}
