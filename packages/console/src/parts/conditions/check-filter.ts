import { conditions } from '../../text/conditions.ts'
import { type PropertyFilter, VALUE_KINDS, valuesOf } from './condition-types.ts'

const VERSION = /^v?\d+(\.\d+){0,2}([-+][\w.+-]+)?$/
const VERSION_RANGE = /^(\*|v?\d+(\.\d+)?(\.\*){1,2})$/

const MISSING: Partial<Record<PropertyFilter['type'], string>> = { cohort: conditions.noCohort }

/** Returns what a filter still lacks; undefined if it is complete. */
export function unfinishedFilter(filter: PropertyFilter): string | undefined {
  if (filter.key === '') return filter.type === 'flag' ? conditions.noFlag : conditions.noProperty
  const [first = ''] = valuesOf(filter)
  const takesValue = VALUE_KINDS[filter.operator ?? 'exact'] !== 'none'
  return takesValue && first.trim() === '' ? (MISSING[filter.type] ?? conditions.noValue) : undefined
}

/** Returns the error in a filter, as far as the console can check it. The API checks the rest. */
export function wrongWithFilter(filter: PropertyFilter): string | undefined {
  const unfinished = unfinishedFilter(filter)
  if (unfinished !== undefined) return unfinished
  const operator = filter.operator ?? 'exact'
  const [first = ''] = valuesOf(filter)
  const kind = VALUE_KINDS[operator]
  if (kind === 'number' && Number.isNaN(Number(first))) return conditions.noNumber(first)
  const isVersion = VERSION.test(first) || (operator === 'semver_wildcard' && VERSION_RANGE.test(first))
  if (kind === 'version' && !isVersion) return conditions.noVersion(first)
  return undefined
}
