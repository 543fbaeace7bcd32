import type { Limits } from '@flagdeck/core'
import type { Settings } from './settings.ts'

/** The settings that core knows as limits. */
export function limitsOf({
  maxFlagsPerProject,
  maxFiltersBytes,
}: Pick<Settings, 'maxFlagsPerProject' | 'maxFiltersBytes'>): Limits {
  return { maxFlagsPerProject, maxFiltersBytes }
}
