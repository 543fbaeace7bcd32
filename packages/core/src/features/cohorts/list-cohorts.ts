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
  /** Part of the name, ignoring case. */
  readonly search?: string | undefined
  /** `true`: deleted cohorts instead of live ones. */
  readonly deleted?: string | undefined
  /** Comma-separated ids: only these cohorts. */
  readonly ids?: string | undefined
  /** `true`: only static cohorts; `false`: only dynamic ones. */
  readonly isStatic?: string | undefined
}

/** Lists the cohorts that match, newest first. Lists live cohorts unless deleted ones are requested. */
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

/** The maximum size of a page. */
const MAX_IDS = 1000

function idsFilter(text: string | undefined): readonly number[] | undefined {
  if (text === undefined) return undefined
  const ids = text.split(',').map((id) => (/^\s*\d{1,15}\s*$/.test(id) ? Number(id) : Number.NaN))
  if (ids.length <= MAX_IDS && ids.every(Number.isSafeInteger)) return ids
  return refuseFilter('ids', `Send up to ${MAX_IDS} ids of cohorts, separated by commas.`)
}
