import { compareText } from '../../foundation/lists/compare-text.ts'
import { pageOf } from '../../foundation/pagination/page.ts'
import type { OrganizationTable } from '../tables/organization-table.ts'
import type { MemoryContext } from './memory-context.ts'

export function memoryOrganizationTable({ state }: MemoryContext): OrganizationTable {
  const find: OrganizationTable['find'] = async (organizationId) => state.organizations.get(organizationId)
  return {
    find,
    findByName: async (name) => state.organizations.holderOf('organizations_name', name),
    findBySlug: async (slug) => state.organizations.holderOf('organizations_slug', slug),
    async list(page) {
      const inOrder = state.organizations
        .all()
        .sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))
      return pageOf(inOrder, page)
    },
    any: async () => state.organizations.all().length > 0,
    // Writers run one after the other, so every row is already locked.
    lock: find,
    async insert(organization) {
      state.organizations.insert(organization)
    },
    async update(organization) {
      if (state.organizations.get(organization.id)) state.organizations.replace(organization)
    },
  }
}
