import type { Organization } from '../../data/records/organization.ts'
import type { Transaction } from '../../data/store.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'
import { newSlug } from './organization-slug.ts'

/** Stores a new organization with a unique slug (PROJ-13). */
export async function insertOrganization(
  tx: Transaction,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { name, defaultFlagAccessLevel }: Pick<Organization, 'name' | 'defaultFlagAccessLevel'>,
): Promise<Organization> {
  const id = ids.uuid()
  const slug = await newSlug(tx, { id, name })
  const organization = { id, name, slug, defaultFlagAccessLevel, createdAt: timestampOf(clock()) }
  await tx.organizations.insert(organization)
  return organization
}
