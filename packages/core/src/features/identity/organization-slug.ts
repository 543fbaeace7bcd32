import type { Organization } from '../../data/records/organization.ts'
import type { ReadTransaction } from '../../data/store.ts'

type Named = Pick<Organization, 'id' | 'name'>

const MAX_WORDS_LENGTH = 39
const ID_LENGTH = 8
/**
 * A name that ends like an id could equal the slug with an id of another organization, or could be mistaken for a UUID.
 */
const ENDS_LIKE_ID = new RegExp(`(^|-)[0-9a-f]{${ID_LENGTH},}$`)

/**
 * Returns the slug of an organization. If it was created before slugs were stored, the slug contains its current name
 * and a part of its id.
 */
export function organizationSlug(organization: Organization): string {
  return organization.slug ?? withId(organization)
}

/**
 * Returns the slug of a new organization: its name, with a part of its id if another organization has that slug
 * (PROJ-13).
 */
export async function newSlug(tx: ReadTransaction, organization: Named): Promise<string> {
  const words = wordsOf(organization.name)
  const isTaken = ENDS_LIKE_ID.test(words) || (await tx.organizations.findBySlug(words)) !== undefined
  return isTaken ? withId(organization) : words
}

function withId({ id, name }: Named): string {
  return `${wordsOf(name)}-${id.slice(-ID_LENGTH)}`
}

/** Returns the ASCII letters and digits of a name, without accents; other characters separate words. */
function wordsOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words =
    plain
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, MAX_WORDS_LENGTH) ?? ''
  return words.replace(/-$/, '') || 'organization'
}
