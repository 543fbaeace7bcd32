import { CREATION_MODES, type DashboardQuery } from '../../data/records/dashboard.ts'
import { withoutUndefined } from '../../foundation/json/json-value.ts'
import {
  booleanFilter,
  choiceFilter,
  refuseOtherThanText,
  searchNeedle,
  tagList,
} from '../../foundation/validation/list-filters.ts'

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

/** Makes a query from what a client sent. A value that cannot be read as a filter is refused (DASH-103). */
export function parseDashboardQuery(filters: DashboardListFilters): DashboardQuery {
  refuseOtherThanText(filters, ['tags'])
  return withoutUndefined({
    search: searchNeedle(filters.search),
    tags: tagList(filters.tags),
    creationMode: choiceFilter('creationMode', filters.creationMode, CREATION_MODES),
    pinned: booleanFilter('pinned', filters.pinned),
    excludeGenerated: booleanFilter('excludeGenerated', filters.excludeGenerated),
    deleted: booleanFilter('deleted', filters.deleted) || undefined,
  }) as DashboardQuery // less the undefined
}
