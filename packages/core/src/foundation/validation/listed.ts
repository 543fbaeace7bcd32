import { firstOf } from '../lists/first-of.ts'
import { clip } from './clip.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Returns the obstacles to a change as an error text lists them: the first few of a kind; empty if there are none. */
export function listed(kind: string, users: readonly Named[]): readonly string[] {
  return users.length === 0 ? [] : [`${kind}: ${firstNames(users)}`]
}

/** Returns the names of the first few. */
export function firstNames(users: readonly Named[]): string {
  return firstOf(users, ', ', ({ name, id }) => `${clip(name)} (ID: ${id})`)
}
