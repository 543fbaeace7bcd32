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
  /**
   * Replaces the filters as a whole instead of merging them key by key: keys that are not sent are removed (FLAG-27).
   */
  readonly replaceFilters?: boolean
}

/**
 * Returns the fields of a flag that can be set and that it has. The key is returned without the suffix of a tombstone,
 * because no client has set the suffix.
 */
export function flagFieldsOf(flag: Pick<Flag, 'id' | 'key' | 'filters'> & Partial<Flag>): FlagFields {
  const values = Object.entries(FLAG_FIELDS).flatMap(([field, { input }]) =>
    input !== null && Object.hasOwn(flag, field) ? [[input, flag[field as keyof Flag]]] : [],
  )
  const fields = { ...Object.fromEntries(values), key: originalKey(flag), filters: normalizeFilters(flag.filters) }
  return fields as FlagFields // records are plain data
}

/**
 * Returns the fields of a flag at a version, as far as its history contains them (EDIT-9). Earlier values of encrypted
 * payloads are never shown (HIST-7), so filters that contain them are treated as unknown.
 */
export async function fieldsAtVersion(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flag: Flag,
  version: number,
): Promise<FlagFields> {
  const found = await findState(tx, project.id, FLAG_HISTORY, flag, version)
  if (!found) return {}
  const state = found as unknown as FlagState // FLAG_HISTORY stores this shape
  const { filters, ...fields } = flagFieldsOf({ ...state, id: flag.id })
  return flag.hasEncryptedPayloads || state.hasEncryptedPayloads ? fields : { ...fields, filters }
}

/**
 * Returns the fields of the flag from which the client says it started, without filters. Invalid fields count as
 * unknown.
 */
export function fieldsRead(originalFlag: unknown): FlagFields {
  if (!isJsonObject(originalFlag)) return {}
  const { version: _, originalFlag: __, creationContext: ___, filters: ____, ...shape } = updateFlagSchema.shape
  const entries = Object.entries<z.ZodType>(shape).flatMap(([field, schema]) => {
    const parsed = Object.hasOwn(originalFlag, field) ? schema.safeParse(originalFlag[field]) : undefined
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  return withoutUndefined(Object.fromEntries(entries)) as FlagFields // results of the schemas
}

/**
 * Returns the filters from which a client says it started, as it wrote them. Keys that they omit are unknown (EDIT-9).
 */
export function filtersRead(originalFlag: unknown, { maxFiltersBytes }: Limits): FilterInput | undefined {
  if (!isJsonObject(originalFlag)) return undefined
  if (filterSizeViolations(originalFlag.filters, maxFiltersBytes).length > 0) return undefined
  const { filters } = checkFilterStructure(originalFlag.filters)
  return filters && withoutUndefined(filters)
}

/** Returns the top-level keys of filters that an edit affects. An edit that replaces the filters affects all keys. */
export function filterKeysSent(sent: CheckedFlagInput, theirs: FlagFilters, options: FlagChangeOptions): string[] {
  const keys = Object.keys(withoutUndefined(sent.filters ?? {}))
  if (keys.length === 0) return []
  const others = options.replaceFilters ? Object.keys(theirs).filter((key) => hasKey(theirs, key)) : []
  // Otherwise, the edit would remove all condition sets, although the client has not said so.
  return [...new Set([...keys, ...others, 'groups'])]
}

/** Whether filters set a key: null is equivalent to a missing key. */
export function hasKey(filters: FilterInput, key: string): boolean {
  return (ownProperty(filters as unknown as JsonObject, key) ?? null) !== null
}

/** Returns the sent fields of a flag, without those that describe the edit itself. */
export function fieldsSent({ version: _, originalFlag: __, creationContext: ___, ...fields }: CheckedFlagInput) {
  return fields
}

/** Returns the values of the sent fields after they are merged into a flag. */
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

/** Returns filters after sent filters are merged into them: empty filters change nothing (FLAG-21). */
export function layFilters(under: FlagFilters, sent: FilterInput, options: FlagChangeOptions): FlagFilters {
  if (Object.keys(sent).length === 0) return under
  return options.replaceFilters ? normalizeFilters(sent) : mergeFilters(under, sent)
}

function union(ids: JsonValue | undefined, added: readonly number[]): readonly JsonValue[] {
  return [...new Set([...(Array.isArray(ids) ? ids : []), ...added])]
}
