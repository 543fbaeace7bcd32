import type { JsonValue } from '../../foundation/json/json-value.ts'
import { compareSemanticVersions, parseVersion } from '../values/semantic-version.ts'
import { textOf } from '../values/text-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** `semver_eq` to `semver_lte`: the order of a value's version and that of the filter. */
export const VERSION_COMPARISONS = {
  semver_eq: (order: number) => order === 0,
  semver_neq: (order: number) => order !== 0,
  semver_gt: (order: number) => order > 0,
  semver_gte: (order: number) => order >= 0,
  semver_lt: (order: number) => order < 0,
  semver_lte: (order: number) => order <= 0,
} as const

/** Compares versions; if either side is not a version, it does not match: not even `semver_neq`. */
export function comparesVersion(filter: JsonValue, accepts: (order: number) => boolean): ValueTest {
  const bound = parseVersion(textOf(filter))
  if (!bound) return NEVER
  return requires((value, forms) => {
    const version = forms.version(value)
    return version !== undefined && accepts(compareSemanticVersions(version, bound))
  })
}
