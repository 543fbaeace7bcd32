import { accessLevels, levels } from '../../text/levels.ts'
import { accessMeans, levelMeans } from '../../text/settings.ts'
import { ownLevel } from './organization.ts'
import type { RadioOption } from './radio-list.tsx'

/** Returns the levels of members that the signed-in user may assign. */
export function memberLevels(): readonly RadioOption<number>[] {
  return optionsOf(levels, levelMeans).filter(({ value }) => value <= ownLevel())
}

/** The access to flags of members without a role, or of a role. */
export const FLAG_ACCESS: readonly RadioOption<number>[] = optionsOf(accessLevels, accessMeans)

function optionsOf(
  names: Readonly<Record<number, string>>,
  means: Readonly<Record<number, string>>,
): readonly RadioOption<number>[] {
  return Object.entries(names).map(([value, label]) => ({
    value: Number(value),
    label,
    means: means[Number(value)],
  }))
}
