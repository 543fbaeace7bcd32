import type { Activity, OrganizationActivityScope } from './activity.ts'

/** One change that somebody made to an organization or its people. Entries are only ever added. */
export interface OrganizationActivity extends Omit<Activity, 'projectId' | 'scope'> {
  readonly organizationId: string
  readonly scope: OrganizationActivityScope
}

/** An entry about to be written; the store keeps whose id it was, and joins the name when it is read. */
export type NewOrganizationActivity = Omit<OrganizationActivity, 'user'> & { readonly userId: number | null }
