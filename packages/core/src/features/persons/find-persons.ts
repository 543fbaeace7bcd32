import type { Person } from '../../data/records/person.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { MAX_PAGE_LIMIT } from '../../foundation/pagination/page.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { isStorable } from '../../foundation/validation/distinct-id.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { compilePersonFilter, type PersonFilter } from './person-filter.ts'
import { keyAfter, LARGE_ROWS_PER_PART, type RowsPart, readInParts, readMeasured } from './read-in-parts.ts'

/**
 * The index finds persons by e-mail, but not in order. If more persons have the same address, all persons are searched.
 */
const MAX_BY_EMAIL = 1000

/** Some persons that match a filter, ordered by the bytes of their distinct id. */
export interface PersonsPart {
  readonly persons: readonly Person[]
  /** The distinct id after which the search continues; null if there are no more persons. */
  readonly next: string | null
}

/**
 * Yields the persons that match a filter, in parts. It ends at the limits of {@link readInParts}; `next` of the last
 * part is then not null. Parts may be empty.
 */
export async function* readFoundPersons(
  ctx: ProjectContext,
  filter: PersonFilter,
  after = '',
): AsyncGenerator<PersonsPart, void> {
  authorize(ctx.actor, 'person:read')
  const matches = compilePersonFilter(ctx, filter)
  if (!isStorable(after))
    refuseIfAny([
      violation(
        'after',
        'invalid_input',
        'This is not a position in a list of users: follow the `next` link of the previous page.',
      ),
    ])
  for await (const { persons, next } of readPersons(ctx, filter, after)) {
    const found: Person[] = []
    const slice = timeSlice()
    for (const person of persons) {
      const over = slice.yieldIfOver()
      if (over) await over
      if (matches(person)) found.push(person)
    }
    yield { persons: found, next }
  }
}

/** The start and the size of a page of the persons that match a filter. */
export interface FoundPersonsPage {
  /** {@link FoundPersons.next} of the previous page; missing to start with the first person. */
  readonly after?: string | undefined
  /** 1 to 1,000; 100 if missing. */
  readonly limit?: number | undefined
}

/** One page of the persons that match a filter. */
export interface FoundPersons {
  readonly items: readonly Person[]
  /** The start of the next page; null after the last page. A page may be short or empty even if there is a next one. */
  readonly next: string | null
}

/** Finds persons by filters for which no index exists (PERSON-24 to PERSON-27). */
export async function findPersons(
  ctx: ProjectContext,
  filter: PersonFilter,
  { after, limit = 100 }: FoundPersonsPage = {},
): Promise<FoundPersons> {
  const items: Person[] = []
  const most = Math.min(limit, MAX_PAGE_LIMIT)
  let next: string | null = null
  for await (const part of readFoundPersons(ctx, filter, after)) {
    next = part.next
    for (const person of part.persons) {
      items.push(person)
      if (items.length < most) continue
      const isLast = part.next === null && person === part.persons.at(-1)
      return { items, next: isLast ? null : person.distinctId }
    }
  }
  return { items, next }
}

/**
 * Yields persons after a distinct id, by the most selective index for the filter, until it reaches the limits of one
 * request.
 */
export async function* readPersons(
  { store, project }: Pick<ProjectContext, 'store' | 'project'>,
  { distinctId, email = '' }: Pick<PersonFilter, 'distinctId' | 'email'>,
  after: string,
): AsyncGenerator<PersonsPart, void> {
  const withEmail = await store.read((tx) => tx.persons.countByEmail(project.id, email, MAX_BY_EMAIL + 1))
  const filter = { distinctId, email: email !== '' && withEmail <= MAX_BY_EMAIL ? email : undefined }
  const parts = readInParts((place) => store.read((tx) => readPart(tx, project.id, filter, place)), after)
  for await (const { rows, next } of parts) yield { persons: rows, next }
}

async function readPart(
  tx: ReadTransaction,
  projectId: number,
  { distinctId, email }: Pick<PersonFilter, 'distinctId' | 'email'>,
  place: string,
): Promise<RowsPart<Person>> {
  if (distinctId !== undefined) return onlyPerson(tx, projectId, distinctId, place)
  if (email !== undefined) {
    const rows = await tx.persons.afterByEmail(projectId, email, place, LARGE_ROWS_PER_PART)
    const bytes = rows.reduce((sum, { properties }) => sum + jsonBytes(properties), 0)
    return { rows, bytes, next: keyAfter(rows, LARGE_ROWS_PER_PART, idOf) }
  }
  return readMeasured({
    measure: (limit) => tx.persons.measureAfter(projectId, place, limit),
    load: (limit) => tx.persons.after(projectId, place, limit),
    keyOf: idOf,
  })
}

const idOf = ({ distinctId }: Person): string => distinctId

async function onlyPerson(
  tx: ReadTransaction,
  projectId: number,
  distinctId: string,
  place: string,
): Promise<RowsPart<Person>> {
  const person = isStorable(distinctId) ? await tx.persons.find(projectId, distinctId) : undefined
  return { rows: person && place === '' ? [person] : [], bytes: 0, next: null }
}
