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
  /** Dashboards with at least one of these tags. */
  readonly tags?: readonly string[] | undefined
  readonly creationMode?: string | undefined
  readonly pinned?: string | undefined
  readonly excludeGenerated?: string | undefined
  /** `true`: deleted dashboards instead of live ones. */
  readonly deleted?: string | undefined
}

/** Parses the filters of a client to a query. Invalid values are refused (DASH-103). */
export function parseDashboardQuery(filters: DashboardListFilters): DashboardQuery {
  refuseOtherThanText(filters, ['tags'])
  return withoutUndefined({
    search: searchNeedle(filters.search),
    tags: tagList(filters.tags),
    creationMode: choiceFilter('creationMode', filters.creationMode, CREATION_MODES),
    pinned: booleanFilter('pinned', filters.pinned),
    excludeGenerated: booleanFilter('excludeGenerated', filters.excludeGenerated),
    deleted: booleanFilter('deleted', filters.deleted) || undefined,
  }) as DashboardQuery // without undefined fields
}
