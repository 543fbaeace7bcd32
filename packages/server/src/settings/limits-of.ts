import type { Limits } from '@flagdeck/core'
import { DEFAULT_LIMITS } from '@flagdeck/core/operations'
import type { Settings } from './settings.ts'

/** The settings that core knows as limits. Commands that store no persons do not read the last one. */
export function limitsOf({
  maxFlagsPerProject,
  maxFiltersBytes,
  maxProjectPersonsBytes = DEFAULT_LIMITS.maxProjectPersonsBytes,
}: Pick<Settings, 'maxFlagsPerProject' | 'maxFiltersBytes'> &
  Partial<Pick<Settings, 'maxProjectPersonsBytes'>>): Limits {
  return { maxFlagsPerProject, maxFiltersBytes, maxProjectPersonsBytes }
}
