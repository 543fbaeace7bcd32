import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { NewOrganizationActivity, OrganizationActivity } from '../records/organization-activity.ts'

/** What is asked about the activity of organizations. */
export interface OrganizationActivityReader {
  /** Newest first, in the order of writing (never by clock). */
  list(organizationId: string, page: PageRequest): Promise<Page<OrganizationActivity>>
}

/** What is asked about the activity of organizations, and how it is changed. */
export interface OrganizationActivityTable extends OrganizationActivityReader {
  append(activity: NewOrganizationActivity): Promise<void>
}
