import type { MembershipLevel } from '@flagdeck/core/operations'
import { people } from '@flagdeck/core/operations'
import { CommandProblem } from '../command-problem.ts'
import { whatThereIs } from '../what-there-is.ts'

const LEVELS: Readonly<Record<string, MembershipLevel>> = people.MEMBERSHIP_LEVELS

/** The level of this name. */
export function levelNamed(name: string): MembershipLevel {
  const level = Object.hasOwn(LEVELS, name) ? LEVELS[name] : undefined
  if (level !== undefined) return level
  throw new CommandProblem(`There is no level "${name}"${whatThereIs(name, Object.keys(LEVELS))}`, 2)
}

/** What a level is called. */
export function levelName(level: MembershipLevel): string {
  return Object.keys(LEVELS).find((name) => LEVELS[name] === level) ?? String(level)
}
