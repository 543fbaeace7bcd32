import { chunksOf } from '../../foundation/lists/chunks-of.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { firstPlaces } from '../../runtime/ids-of-persons.ts'
import type { CsvValue } from './csv-column.ts'

/** The maximum number of e-mail addresses in a file, of addresses in one query, and of users with the same address. */
const MAX_EMAILS = 50_000
const EMAILS_AT_ONCE = 100
const MAX_OF_EMAIL = 100
/** A longer address is stored truncated (STORE-548), and no mail server accepts one. */
const MAX_EMAIL_LENGTH = 254

/**
 * Returns the distinct ids of the users with these e-mail addresses, ignoring case. If one address is unknown, all are
 * refused.
 */
export async function idsOfEmails(ctx: ProjectContext, values: readonly CsvValue[]): Promise<readonly string[]> {
  authorize(ctx.actor, 'person:read')
  // Bound: dies with the request
  const lines = new Map<string, number>()
  await visitYielding(values, ({ value, line }) => {
    const email = value.toLowerCase()
    if (!lines.has(email)) lines.set(email, line)
  })
  if (lines.size > MAX_EMAILS)
    throw refusal(`A file can have at most ${MAX_EMAILS} e-mail addresses, not ${lines.size}.`)
  const ids: string[] = []
  const unknown: string[] = []
  for (const emails of chunksOf([...lines.keys()], EMAILS_AT_ONCE)) {
    const found = await personsOfEmails(ctx, emails)
    for (const email of emails) {
      const persons = found.get(email) ?? []
      const place = `line ${lines.get(email)}`
      if (persons.length === 0) unknown.push(place)
      if (persons.length > MAX_OF_EMAIL) {
        throw refusal(`${place}: More than ${MAX_OF_EMAIL} users have this e-mail address. List their distinct ids.`)
      }
      ids.push(...persons.map(({ distinctId }) => distinctId))
    }
  }
  if (unknown.length > 0) throw refusal(`${firstPlaces(unknown)}: No user has this e-mail address.`)
  return ids
}

async function personsOfEmails(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly distinctId: string }[]>> {
  const whole = emails.filter((email) => email.length < MAX_EMAIL_LENGTH)
  // One more than the permitted total. If this many are found, one address has too many users.
  const most = EMAILS_AT_ONCE * MAX_OF_EMAIL + 1
  const found = await store.read((tx) => tx.persons.idsByEmail(project.id, whole, most))
  return Map.groupBy(found, ({ email }) => email)
}
