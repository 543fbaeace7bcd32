import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Organization } from '../records/organization.ts'

/** Queries on organizations. */
export interface OrganizationReader {
  find(organizationId: string): Promise<Organization | undefined>
  findByName(name: string): Promise<Organization | undefined>
  findBySlug(slug: string): Promise<Organization | undefined>
  /** Lists all organizations in the order of creation, then by id. */
  list(page: PageRequest): Promise<Page<Organization>>
  /** Whether any organization exists: the first start creates one if there is none. */
  any(): Promise<boolean>
}

/** Queries on and changes of organizations. */
export interface OrganizationTable extends OrganizationReader {
  /**
   * Locks the organization, and waits for other transactions that have locked it: changes of its roles run one after
   * the other.
   */
  lock(organizationId: string): Promise<Organization | undefined>
  /**
   * Adds an organization. Names are unique (`organizations_name`), and so are slugs that are not null
   * (`organizations_slug`).
   */
  insert(organization: Organization): Promise<void>
  update(organization: Organization): Promise<void>
}
