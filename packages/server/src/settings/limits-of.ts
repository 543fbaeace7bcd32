import type { Limits } from '@flagdeck/core'
import type { Settings } from './settings.ts'

/** The settings that core knows as limits. */
export const LIMIT_SETTINGS = [
  'maxFlagsPerProject',
  'maxCohortsPerProject',
  'maxDashboardsPerProject',
  'maxFiltersBytes',
  'maxProjectFiltersBytes',
  'maxProjectPersonsBytes',
] as const

export type LimitSettings = Pick<Settings, (typeof LIMIT_SETTINGS)[number]>

export function limitsOf(settings: LimitSettings): Limits {
  const { maxFlagsPerProject, maxCohortsPerProject, maxDashboardsPerProject } = settings
  const { maxFiltersBytes, maxProjectFiltersBytes, maxProjectPersonsBytes } = settings
  return {
    ...{ maxFlagsPerProject, maxCohortsPerProject, maxDashboardsPerProject },
    ...{ maxFiltersBytes, maxProjectFiltersBytes, maxProjectPersonsBytes },
  }
}
