import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { originalKey } from '../../data/records/tombstone-key.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { checkFilterStructure } from '../filters/filter-structure.ts'
import { mergeFilters, normalizeFilters } from '../filters/normalize-filters.ts'
import { type CheckedFlagInput, updateFlagSchema } from './flag-input.ts'
import type { FlagFields } from './merge-flag-edit.ts'

export interface FlagChangeOptions {
  /** Replace the filters whole instead of merging them key by key: what is not sent is gone (FLAG-27). */
  readonly replaceFilters?: boolean
}

/** The fields of a flag that can be set. A key is compared without the suffix of a tombstone, which nobody has set. */
export function flagFieldsOf(flag: Flag): FlagFields {
  const values = Object.entries(FLAG_FIELDS).flatMap(([field, { input }]) =>
    input === null ? [] : [[input, flag[field as keyof Flag]]],
  )
  const fields = { ...Object.fromEntries(values), key: originalKey(flag), filters: normalizeFilters(flag.filters) }
  return fields as FlagFields // records are plain data
}

/** The fields of the flag that a client says it started from; those that it garbled are not known. */
export function fieldsRead(originalFlag: unknown): FlagFields {
  if (!isJsonObject(originalFlag)) return {}
  const { version: _, originalFlag: __, creationContext: ___, filters: ____, ...shape } = updateFlagSchema.shape
  const entries = Object.entries(shape).flatMap(([field, schema]) => {
    const parsed = Object.hasOwn(originalFlag, field) ? schema.safeParse(originalFlag[field]) : undefined
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  const { filters } = checkFilterStructure(originalFlag.filters)
  const fields = { ...Object.fromEntries(entries), ...(filters ? { filters: normalizeFilters(filters) } : {}) }
  return withoutUndefined(fields) as FlagFields // what schemas make of JSON
}

/** The fields that were sent, as they are once they are laid over a flag. */
export function fieldsLaidOver(under: FlagFields, sent: CheckedFlagInput, options: FlagChangeOptions): FlagFields {
  const { version: _, originalFlag: __, creationContext: ___, filters, analyticsDashboards, ...fields } = sent
  const laid = {
    ...fields,
    ...(filters ? { filters: layFilters(under.filters as unknown as FlagFilters, filters, options) } : {}),
    ...(analyticsDashboards ? { analyticsDashboards: union(under.analyticsDashboards, analyticsDashboards) } : {}),
  }
  return laid as unknown as FlagFields // checked input is plain data
}

/** What becomes of filters when others are sent: those that say nothing change nothing (FLAG-21). */
export function layFilters(under: FlagFilters, sent: FilterInput, options: FlagChangeOptions): FlagFilters {
  if (Object.keys(sent).length === 0) return under
  return options.replaceFilters ? normalizeFilters(sent) : mergeFilters(under, sent)
}

function union(ids: JsonValue | undefined, added: readonly number[]): readonly JsonValue[] {
  return [...new Set([...(Array.isArray(ids) ? ids : []), ...added])]
}
