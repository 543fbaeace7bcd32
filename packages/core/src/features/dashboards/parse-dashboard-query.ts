import { CREATION_MODES, type CreationMode, type DashboardQuery } from '../../data/records/dashboard.ts'
import { withoutUndefined } from '../../foundation/json/json-value.ts'
import { booleanWord, searchNeedle, tagList } from '../../foundation/validation/list-filters.ts'

/** The filters of the dashboard list as clients send them: all text, all optional (DASH-4, DASH-16). */
export interface DashboardListFilters {
  readonly search?: string | undefined
  /** Any of these. */
  readonly tags?: readonly string[] | undefined
  readonly creationMode?: string | undefined
  readonly pinned?: string | undefined
  readonly excludeGenerated?: string | undefined
  /** `true`: the deleted ones instead. */
  readonly deleted?: string | undefined
}

/** Makes a query from what a client sent; null when nothing can match. What cannot be read as a filter is no filter. */
export function parseDashboardQuery(filters: DashboardListFilters): DashboardQuery | null {
  const { creationMode } = filters
  if (creationMode && !isCreationMode(creationMode)) return null
  return withoutUndefined({
    search: searchNeedle(filters.search),
    tags: tagList(filters.tags),
    creationMode: creationMode || undefined,
    pinned: booleanWord(filters.pinned),
    excludeGenerated: booleanWord(filters.excludeGenerated),
    deleted: booleanWord(filters.deleted) || undefined,
  }) as DashboardQuery // less the undefined; the mode was just checked
}

function isCreationMode(text: string): text is CreationMode {
  return CREATION_MODES.some((mode) => mode === text)
}
