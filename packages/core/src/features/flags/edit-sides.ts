import type * as z from 'zod'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { originalKey } from '../../data/records/tombstone-key.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { Limits, ProjectContext } from '../../runtime/context.ts'
import { FLAG_HISTORY, type FlagState } from '../../runtime/history/flag-history.ts'
import { findState } from '../../runtime/history/read-version.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import { checkFilterStructure } from '../filters/filter-structure.ts'
import { mergeFilters, normalizeFilters } from '../filters/normalize-filters.ts'
import { type CheckedFlagInput, updateFlagSchema } from './flag-input.ts'
import type { FlagFields } from './merge-flag-edit.ts'

export interface FlagChangeOptions {
  /** Replace the filters whole instead of merging them key by key: what is not sent is gone (FLAG-27). */
  readonly replaceFilters?: boolean
}

/**
 * The fields of a flag that can be set, those of them that it has. A key is compared without the suffix of a tombstone,
 * which nobody has set.
 */
export function flagFieldsOf(flag: Pick<Flag, 'id' | 'key' | 'filters'> & Partial<Flag>): FlagFields {
  const values = Object.entries(FLAG_FIELDS).flatMap(([field, { input }]) =>
    input !== null && Object.hasOwn(flag, field) ? [[input, flag[field as keyof Flag]]] : [],
  )
  const fields = { ...Object.fromEntries(values), key: originalKey(flag), filters: normalizeFilters(flag.filters) }
  return fields as FlagFields // records are plain data
}

/**
 * The fields of a flag at a version, as far as its history tells them (EDIT-9). What encrypted payloads were is not told to
 * anybody (HIST-7), so filters with them are not known.
 */
export async function fieldsAtVersion(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flag: Flag,
  version: number,
): Promise<FlagFields> {
  const found = await findState(tx, project.id, FLAG_HISTORY, flag, version)
  if (!found) return {}
  const state = found as unknown as FlagState // what FLAG_HISTORY keeps, read back
  const { filters, ...fields } = flagFieldsOf({ ...state, id: flag.id })
  return flag.hasEncryptedPayloads || state.hasEncryptedPayloads ? fields : { ...fields, filters }
}

/** The fields of the flag that a client says it started from, but for filters; those that no flag could have had are not known. */
export function fieldsRead(originalFlag: unknown): FlagFields {
  if (!isJsonObject(originalFlag)) return {}
  const { version: _, originalFlag: __, creationContext: ___, filters: ____, ...shape } = updateFlagSchema.shape
  const entries = Object.entries<z.ZodType>(shape).flatMap(([field, schema]) => {
    const parsed = Object.hasOwn(originalFlag, field) ? schema.safeParse(originalFlag[field]) : undefined
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  return withoutUndefined(Object.fromEntries(entries)) as FlagFields // what schemas make of JSON
}

/** The filters that a client says it started from, as it wrote them: what they do not list, they say nothing of (EDIT-9). */
export function filtersRead(originalFlag: unknown, { maxFiltersBytes }: Limits): FilterInput | undefined {
  if (!isJsonObject(originalFlag)) return undefined
  if (filterSizeViolations(originalFlag.filters, maxFiltersBytes).length > 0) return undefined
  const { filters } = checkFilterStructure(originalFlag.filters)
  return filters && withoutUndefined(filters)
}

/** The top-level keys of filters that an edit says something of; what replaces filters whole says something of all. */
export function filterKeysSent(sent: CheckedFlagInput, theirs: FlagFilters, options: FlagChangeOptions): string[] {
  const keys = Object.keys(withoutUndefined(sent.filters ?? {}))
  if (keys.length === 0) return []
  const others = options.replaceFilters ? Object.keys(theirs).filter((key) => hasKey(theirs, key)) : []
  // Without condition sets there would be none, which is more than the client has said.
  return [...new Set([...keys, ...others, 'groups'])]
}

/** Whether filters say something of a key: null says as much as nothing at all. */
export function hasKey(filters: FilterInput, key: string): boolean {
  return (ownProperty(filters as unknown as JsonObject, key) ?? null) !== null
}

/** The fields of a flag that were sent, without what an edit says about itself. */
export function fieldsSent({ version: _, originalFlag: __, creationContext: ___, ...fields }: CheckedFlagInput) {
  return fields
}

/** The fields that were sent, as they are once they are laid over a flag. */
export function fieldsLaidOver(under: FlagFields, sent: CheckedFlagInput, options: FlagChangeOptions): FlagFields {
  const { filters, analyticsDashboardIds, ...fields } = fieldsSent(sent)
  const laid = {
    ...fields,
    ...(filters ? { filters: layFilters(under.filters as unknown as FlagFilters, filters, options) } : {}),
    ...(analyticsDashboardIds
      ? { analyticsDashboardIds: union(under.analyticsDashboardIds, analyticsDashboardIds) }
      : {}),
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
