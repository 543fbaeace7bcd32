import type { Membership } from '../../data/records/membership.ts'
import { MAX_PAGE_LIMIT, type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Which members to list. A member has to match every part that is given. */
export interface MemberFilter {
  /** Part of the first name or of the e-mail address, whatever the case. Empty: every member. */
  readonly search?: string | undefined
  /** The whole e-mail address, whatever the case. */
  readonly email?: string | undefined
}

/** Lists the members of an organization in the order they joined (PEOPLE-17). */
export async function listMemberships(
  ctx: OrganizationContext,
  { search = '', email }: MemberFilter,
  page: PageRequest,
): Promise<Page<Membership>> {
  authorize(ctx.actor, 'organization_member:read')
  if (email !== undefined) return pageOf((await membersAt(ctx, email)).filter(isFoundBy(search)), page)
  if (search !== '') return pageOf(await membersFoundBy(ctx, search), page)
  return ctx.store.read((tx) => tx.memberships.list(ctx.organization.id, page))
}

/** The member with this e-mail address, if there is one. */
async function membersAt(ctx: OrganizationContext, email: string): Promise<readonly Membership[]> {
  return ctx.store.read(async (tx) => {
    const user = await tx.users.findByEmail(email.trim().toLowerCase())
    const membership = user && (await tx.memberships.find(ctx.organization.id, user.id))
    return membership ? [membership] : []
  })
}

/** Databases disagree about case beyond ASCII, so members are compared here, a page at a time. */
async function membersFoundBy(ctx: OrganizationContext, search: string): Promise<readonly Membership[]> {
  const found: Membership[] = []
  for (let offset = 0; ; offset += MAX_PAGE_LIMIT) {
    const part = { limit: MAX_PAGE_LIMIT, offset }
    const { items } = await ctx.store.read((tx) => tx.memberships.list(ctx.organization.id, part))
    found.push(...items.filter(isFoundBy(search)))
    if (items.length < MAX_PAGE_LIMIT) return found
    await yieldToOthers()
  }
}

function isFoundBy(search: string): (membership: Membership) => boolean {
  const folded = search.toLowerCase()
  return ({ user }) => user.firstName.toLowerCase().includes(folded) || user.email.toLowerCase().includes(folded)
}
