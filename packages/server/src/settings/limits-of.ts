import type { Limits } from '@flagdeck/core'
import type { Settings } from './settings.ts'

/** The settings that core knows as limits. */
export const LIMIT_SETTINGS = [
  'maxFlagsPerProject',
  'maxFiltersBytes',
  'maxProjectFiltersBytes',
  'maxProjectPersonsBytes',
] as const

export type LimitSettings = Pick<Settings, (typeof LIMIT_SETTINGS)[number]>

export function limitsOf({
  maxFlagsPerProject,
  maxFiltersBytes,
  maxProjectFiltersBytes,
  maxProjectPersonsBytes,
}: LimitSettings): Limits {
  return { maxFlagsPerProject, maxFiltersBytes, maxProjectFiltersBytes, maxProjectPersonsBytes }
}
