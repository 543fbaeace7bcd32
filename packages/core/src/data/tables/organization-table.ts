import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Organization } from '../records/organization.ts'

/** What is asked about organizations. */
export interface OrganizationReader {
  find(organizationId: string): Promise<Organization | undefined>
  findByName(name: string): Promise<Organization | undefined>
  findBySlug(slug: string): Promise<Organization | undefined>
  /** All organizations, in the order they were created, then by id. */
  list(page: PageRequest): Promise<Page<Organization>>
  /** Whether there is any organization at all: first start makes one when there is none. */
  any(): Promise<boolean>
}

/** What is asked about organizations, and how it is changed. */
export interface OrganizationTable extends OrganizationReader {
  /** Waits until no other transaction has locked the organization: changes of its roles go one after the other. */
  lock(organizationId: string): Promise<Organization | undefined>
  /** Names are unique (`organizations_name`), and so are slugs that are not null (`organizations_slug`). */
  insert(organization: Organization): Promise<void>
  update(organization: Organization): Promise<void>
}
