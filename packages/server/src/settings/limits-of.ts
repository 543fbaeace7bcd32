import type { Limits } from '@flagdeck/core'
import type { Settings } from './settings.ts'

/** The settings that core knows as limits. */
export const LIMIT_SETTINGS = [
  'maxFlagsPerProject',
  'maxCohortsPerProject',
  'maxFiltersBytes',
  'maxProjectFiltersBytes',
  'maxProjectPersonsBytes',
] as const

export type LimitSettings = Pick<Settings, (typeof LIMIT_SETTINGS)[number]>

export function limitsOf(settings: LimitSettings): Limits {
  const { maxFlagsPerProject, maxCohortsPerProject, maxFiltersBytes } = settings
  const { maxProjectFiltersBytes, maxProjectPersonsBytes } = settings
  return { maxFlagsPerProject, maxCohortsPerProject, maxFiltersBytes, maxProjectFiltersBytes, maxProjectPersonsBytes }
}
