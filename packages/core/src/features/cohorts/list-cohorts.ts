import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import {
  booleanFilter,
  refuseFilter,
  refuseOtherThanText,
  searchNeedle,
} from '../../foundation/validation/list-filters.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type CohortDetails, cohortDetails } from './cohort-details.ts'

/** The filters of the list of cohorts, as clients write them. */
export interface CohortListFilters {
  /** Part of the name, whatever the case. */
  readonly search?: string | undefined
  /** `true`: the deleted ones instead. */
  readonly deleted?: string | undefined
  /** Ids with commas: only these cohorts. */
  readonly ids?: string | undefined
  /** `true`: static cohorts alone; `false`: dynamic ones alone. */
  readonly isStatic?: string | undefined
}

/** Lists the cohorts that match, the newest first: live ones unless deleted ones are asked for. */
export async function listCohorts(
  ctx: ProjectContext,
  filters: CohortListFilters,
  page: PageRequest,
): Promise<Page<CohortDetails>> {
  authorize(ctx.actor, 'cohort:read')
  refuseOtherThanText(filters)
  const { search, deleted, isStatic, ids } = filters
  const query = {
    search: searchNeedle(search, 'flags'),
    deleted: booleanFilter('deleted', deleted) === true,
    isStatic: booleanFilter('isStatic', isStatic),
    ids: idsFilter(ids),
  }
  return ctx.store.read(async (tx) => {
    const [found, detailsOf] = await Promise.all([tx.cohorts.list(ctx.project.id, query, page), cohortDetails(tx, ctx)])
    return { ...found, items: found.items.map(detailsOf) }
  })
}

/** As many as a page can have. */
const MAX_IDS = 1000

function idsFilter(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined
  const ids = text.split(',').map((id) => (/^\s*\d{1,15}\s*$/.test(id) ? Number(id) : Number.NaN))
  if (ids.length <= MAX_IDS && ids.every(Number.isSafeInteger)) return ids
  return refuseFilter('ids', `Send up to ${MAX_IDS} ids of cohorts, separated by commas.`)
}
