import { chunksOf } from '../../foundation/lists/chunks-of.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { isUuid } from '../../foundation/validation/fields.ts'
import { refusal, refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { personUuid } from '../../runtime/person-uuid.ts'
import type { CsvValue } from './csv-column.ts'

/** An id of a person, and its place in the list that was sent, such as `item 3`. */
export interface SoughtPerson {
  readonly id: string
  readonly place: string
}

/** How many persons are searched for a UUID, which no index finds because it is not stored. */
const MAX_SEARCHED = 100_000
const IDS_AT_ONCE = 1000

/**
 * The distinct ids of persons, each sent as the person's UUID or as the distinct id. A UUID that is neither is refused:
 * as a distinct id it would be a member that no request ever has.
 */
export async function idsOfPersons(
  ctx: ProjectContext,
  sought: readonly SoughtPerson[],
  field: string,
): Promise<readonly string[]> {
  const ids: string[] = []
  // Bound: both die with the request
  const places = new Map<string, string>()
  const uuids = new Map<string, string>()
  await visitYielding(sought, ({ id, place }) => {
    if (!isUuid(id)) ids.push(id)
    else if (!places.has(id)) {
      places.set(id, place)
      uuids.set(id.toLowerCase(), id)
    }
  })
  if (places.size === 0) return ids
  authorize(ctx.actor, 'person:read')
  const { id: projectId } = ctx.project
  let searched = 0
  for (let after: string | undefined = ''; after !== undefined && places.size > 0 && searched < MAX_SEARCHED; ) {
    const from: string = after
    const found = await ctx.store.read((tx) => tx.persons.idsAfter(projectId, from, IDS_AT_ONCE))
    await visitYielding(found, (distinctId) => {
      const id = places.has(distinctId) ? distinctId : uuids.get(personUuid({ projectId, distinctId }))
      if (id === undefined || !places.delete(id)) return
      ids.push(distinctId)
    })
    searched += found.length
    after = found.length < IDS_AT_ONCE ? undefined : found.at(-1)
  }
  const unknown = [...places.values()]
  const scope = searched < MAX_SEARCHED ? 'No person has' : `None of the first ${MAX_SEARCHED} persons has`
  if (unknown.length > 0) {
    const detail = `${firstPlaces(unknown)}: ${scope} this UUID. Send distinct ids as distinct_ids.`
    refuseIfAny([violation(field, 'does_not_exist', detail)])
  }
  return ids
}

/** How many e-mail addresses a file may have, how many are looked up in one query, and how many persons may share one. */
const MAX_EMAILS = 50_000
const EMAILS_AT_ONCE = 100
const MAX_OF_EMAIL = 100
/** A longer address is stored cut (STORE-548), and no mail server takes one. */
const MAX_EMAIL_LENGTH = 254

/** The distinct ids of the persons with these e-mail addresses, whatever the case. An unknown address refuses them all. */
export async function idsOfEmails(ctx: ProjectContext, values: readonly CsvValue[]): Promise<readonly string[]> {
  authorize(ctx.actor, 'person:read')
  // Bound: dies with the request
  const lines = new Map<string, number>()
  await visitYielding(values, ({ value, line }) => {
    const email = value.toLowerCase()
    if (!lines.has(email)) lines.set(email, line)
  })
  if (lines.size > MAX_EMAILS)
    throw refusal(`A file may list at most ${MAX_EMAILS} e-mail addresses, not ${lines.size}.`)
  const ids: string[] = []
  const unknown: string[] = []
  for (const emails of chunksOf([...lines.keys()], EMAILS_AT_ONCE)) {
    const found = await personsOfEmails(ctx, emails)
    for (const email of emails) {
      const persons = found.get(email) ?? []
      const place = `line ${lines.get(email)}`
      if (persons.length === 0) unknown.push(place)
      if (persons.length > MAX_OF_EMAIL) {
        throw refusal(`${place}: More than ${MAX_OF_EMAIL} persons have this e-mail address. List their distinct ids.`)
      }
      ids.push(...persons.map(({ distinctId }) => distinctId))
    }
  }
  if (unknown.length > 0) throw refusal(`${firstPlaces(unknown)}: No person has this e-mail address.`)
  return ids
}

async function personsOfEmails(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly distinctId: string }[]>> {
  const whole = emails.filter((email) => email.length < MAX_EMAIL_LENGTH)
  // One more than all may have together: some address then has too many.
  const most = EMAILS_AT_ONCE * MAX_OF_EMAIL + 1
  const found = await store.read((tx) => tx.persons.idsByEmail(project.id, whole, most))
  return Map.groupBy(found, ({ email }) => email)
}

const PLACES_NAMED = 10

function firstPlaces(places: readonly string[]): string {
  const named = places.slice(0, PLACES_NAMED).join(', ')
  return places.length > PLACES_NAMED ? `${named} and ${places.length - PLACES_NAMED} more` : named
}
