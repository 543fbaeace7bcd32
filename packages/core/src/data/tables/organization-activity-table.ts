import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { OrganizationActivityScope } from '../records/activity.ts'
import type { NewOrganizationActivity, OrganizationActivity } from '../records/organization-activity.ts'

/** Which entries of an organization to list. */
export interface OrganizationActivityQuery {
  /** Entries about records of these kinds; missing: of every kind. */
  readonly scopes?: readonly OrganizationActivityScope[]
  /** Entries about records with this id. */
  readonly itemId?: string
  /** What this user did; missing: what all users did. */
  readonly userId?: number
}

/** What is asked about the activity of organizations. */
export interface OrganizationActivityReader {
  /**
   * Newest first, in the order of writing (never by clock). An index alone finds the page and the count, whatever is asked
   * for.
   */
  list(organizationId: string, query: OrganizationActivityQuery, page: PageRequest): Promise<Page<OrganizationActivity>>
}

/** What is asked about the activity of organizations, and how it is changed. */
export interface OrganizationActivityTable extends OrganizationActivityReader {
  append(activity: NewOrganizationActivity): Promise<void>
}
