import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { OrganizationActivityScope } from '../records/activity.ts'
import type { NewOrganizationActivity, OrganizationActivity } from '../records/organization-activity.ts'

/** Selects activity entries of an organization. */
export interface OrganizationActivityQuery {
  /** Entries about records of these kinds; missing: of every kind. */
  readonly scopes?: readonly OrganizationActivityScope[]
  /** Entries about records with this id. */
  readonly itemId?: string
  /** Changes by this user; missing: by all users. */
  readonly userId?: number
}

/** Queries on the activity of organizations. */
export interface OrganizationActivityReader {
  /**
   * Lists entries newest first, in the order of writing (never by clock). For any query, the page and the count are
   * read from an index only.
   */
  list(organizationId: string, query: OrganizationActivityQuery, page: PageRequest): Promise<Page<OrganizationActivity>>
}

/** Queries on and writes to the activity of organizations. */
export interface OrganizationActivityTable extends OrganizationActivityReader {
  append(activity: NewOrganizationActivity): Promise<void>
}
