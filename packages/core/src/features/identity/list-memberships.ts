import * as z from 'zod'
import type { Membership } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { MAX_PAGE_LIMIT, type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { dateTimeField } from '../../foundation/validation/date-time-field.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'

/** Filters members. A member must match every field that is set. */
export interface MemberFilter {
  /** Part of the first name or of the e-mail address, ignoring case; empty for every member. */
  readonly search?: string | undefined
  /** The whole e-mail address, ignoring case. */
  readonly email?: string | undefined
  /** ISO 8601. Only members that joined, or whose level changed, after this time. */
  readonly updatedAfter?: string | undefined
  /** The order of joining, which is the default, or its reverse. */
  readonly order?: 'joinedAt' | '-joinedAt' | undefined
}

/** A member with the last time at which the user used the console or the API, accurate to five minutes. */
export interface ListedMember extends Membership {
  /** Null if never. */
  readonly lastSeenAt: Timestamp | null
}

const filterSchema = z.object({
  updatedAfter: dateTimeField().optional(),
  order: z.enum(['joinedAt', '-joinedAt']).optional(),
})

/** Lists the members of an organization, by default in the order of joining (PEOPLE-17, PEOPLE-18, PROJ-20). */
export async function listMemberships(
  ctx: OrganizationContext,
  filter: MemberFilter,
  page: PageRequest,
): Promise<Page<ListedMember>> {
  const { count, items } = await findMemberships(ctx, filter, page)
  const userIds = items.map(({ user }) => user.id)
  const seen = await ctx.store.read((tx) => tx.users.lastSeen(userIds))
  return { count, items: items.map((member) => ({ ...member, lastSeenAt: seen.get(member.user.id) ?? null })) }
}

async function findMemberships(
  ctx: OrganizationContext,
  { search = '', email, ...filter }: MemberFilter,
  page: PageRequest,
): Promise<Page<Membership>> {
  authorize(ctx.actor, 'organization_member:read')
  const { updatedAfter, order } = parseInput(filterSchema, filter)
  const matches = (membership: Membership) =>
    isFoundBy(membership, search.toLowerCase()) && (updatedAfter === undefined || membership.updatedAt > updatedAfter)
  if (email !== undefined) return pageOf((await membersAt(ctx, email)).filter(matches), page)
  if (search !== '' || updatedAfter !== undefined) {
    const found = await membersThat(ctx, matches)
    return pageOf(order === '-joinedAt' ? found.toReversed() : found, page)
  }
  return ctx.store.read((tx) =>
    order === '-joinedAt' ? listNewestFirst(tx, ctx, page) : tx.memberships.list(ctx.organization.id, page),
  )
}

/**
 * Returns one page, newest members first. The table has one order, so the position of the page is counted from the end.
 */
async function listNewestFirst(
  tx: ReadTransaction,
  { organization }: OrganizationContext,
  { limit, offset }: PageRequest,
): Promise<Page<Membership>> {
  const { count } = await tx.memberships.list(organization.id, { limit: 1, offset: 0 })
  const end = count - offset
  const start = Math.max(0, end - limit)
  if (end <= start) return { count, items: [] }
  const { items } = await tx.memberships.list(organization.id, { limit: end - start, offset: start })
  return { count, items: items.toReversed() }
}

/** Returns the member with this e-mail address, if there is one. */
async function membersAt(ctx: OrganizationContext, email: string): Promise<readonly Membership[]> {
  return ctx.store.read(async (tx) => {
    const user = await tx.users.findByEmail(email.trim().toLowerCase())
    const membership = user && (await tx.memberships.find(ctx.organization.id, user.id))
    return membership ? [membership] : []
  })
}

/** Compares members here, one page at a time, because databases differ in case-insensitivity beyond ASCII. */
async function membersThat(
  ctx: OrganizationContext,
  matches: (membership: Membership) => boolean,
): Promise<readonly Membership[]> {
  const found: Membership[] = []
  for (let offset = 0; ; offset += MAX_PAGE_LIMIT) {
    const part = { limit: MAX_PAGE_LIMIT, offset }
    const { items } = await ctx.store.read((tx) => tx.memberships.list(ctx.organization.id, part))
    found.push(...items.filter(matches))
    if (items.length < MAX_PAGE_LIMIT) return found
    await yieldToOthers()
  }
}

function isFoundBy({ user }: Membership, folded: string): boolean {
  return user.firstName.toLowerCase().includes(folded) || user.email.toLowerCase().includes(folded)
}
