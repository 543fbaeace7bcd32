import type { Activity, OrganizationActivityScope } from './activity.ts'

/** One change of an organization or its members. Entries are append-only. */
export interface OrganizationActivity extends Omit<Activity, 'projectId' | 'scope'> {
  readonly organizationId: string
  readonly scope: OrganizationActivityScope
}

/** An entry that is not written yet. The store saves the id of the user and joins the name when the entry is read. */
export type NewOrganizationActivity = Omit<OrganizationActivity, 'user'> & { readonly userId: number | null }
