import { MEMBERSHIP_LEVELS } from '../../../data/records/membership.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { notFound } from '../../../foundation/errors/domain-error.ts'

const PAGE_SIZE = 1000

/** Returns the owner of an organization who joined first, for whom sign-in links are created by default. */
export async function findOwner(tx: ReadTransaction, organizationId: string): Promise<User> {
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { items } = await tx.memberships.list(organizationId, { limit: PAGE_SIZE, offset })
    const owner = items.find(({ level }) => level === MEMBERSHIP_LEVELS.owner)
    if (owner) return owner.user
    if (items.length < PAGE_SIZE) throw notFound('The organization has no owner yet: invite one first.')
  }
}
