import { firstOf } from '../lists/first-of.ts'
import { clip } from './clip.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** What stands in the way of a change, as a refusal names it: the first few of a kind; nothing when there are none. */
export function listed(kind: string, users: readonly Named[]): readonly string[] {
  return users.length === 0 ? [] : [`${kind}: ${firstNames(users)}`]
}

/** The first few of them by name. */
export function firstNames(users: readonly Named[]): string {
  return firstOf(users, ', ', ({ name, id }) => `${clip(name)} (ID: ${id})`)
}
