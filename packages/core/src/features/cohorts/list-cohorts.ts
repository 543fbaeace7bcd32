import type { Cohort } from '../../data/records/cohort.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'

const MAX_SEARCH_LENGTH = 200

/** Lists the live cohorts whose name contains `search`, whatever the case; the newest first. */
export async function listCohorts(
  ctx: ProjectContext,
  search: string | undefined,
  page: PageRequest,
): Promise<Page<Cohort>> {
  authorize(ctx.actor, 'cohort:read')
  const needle = searchNeedle(search)
  return ctx.store.read((tx) => tx.cohorts.list(ctx.project.id, needle, page))
}

function searchNeedle(search = ''): string | undefined {
  if (search.length > MAX_SEARCH_LENGTH) {
    const detail = `Search term cannot exceed ${MAX_SEARCH_LENGTH} characters`
    throw invalidInput([violation('search', 'invalid_input', detail)])
  }
  return search.trim().toLowerCase() || undefined
}
