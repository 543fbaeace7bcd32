import type { MembershipLevel } from '@flagdeck/core/operations'
import { people } from '@flagdeck/core/operations'
import { CommandProblem } from '../command-problem.ts'
import { listAvailable } from '../list-available.ts'

const LEVELS: Readonly<Record<string, MembershipLevel>> = people.MEMBERSHIP_LEVELS

/** Returns the level with this name. */
export function levelNamed(name: string): MembershipLevel {
  const level = Object.hasOwn(LEVELS, name) ? LEVELS[name] : undefined
  if (level !== undefined) return level
  throw new CommandProblem(`There is no level "${name}"${listAvailable(name, Object.keys(LEVELS))}`, 2)
}

/** Returns the name of a level. */
export function levelName(level: MembershipLevel): string {
  return Object.keys(LEVELS).find((name) => LEVELS[name] === level) ?? String(level)
}
