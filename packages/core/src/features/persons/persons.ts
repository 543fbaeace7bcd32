import type { Person } from '../../data/records/person.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import { isStorable, requireStorable } from '../../foundation/validation/distinct-id.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { isFoundBy } from './person-filter.ts'

/** Filters persons; without fields, all are listed. */
export interface PersonQuery {
  /** The start of the distinct id or, ignoring case, of the e-mail address. */
  readonly search?: string | undefined
  /** Only the person with this id, if there is one. */
  readonly distinctId?: string | undefined
}

/** Lists persons, ordered by the bytes of their distinct id. */
export async function listPersons(
  ctx: ProjectContext,
  { search = '', distinctId }: PersonQuery,
  page: PageRequest,
): Promise<Page<Person>> {
  authorize(ctx.actor, 'person:read')
  const asked = distinctId ?? search
  if (!isStorable(asked)) return { count: 0, items: [] }
  return ctx.store.read(async (tx) => {
    if (distinctId === undefined) return tx.persons.list(ctx.project.id, search, page)
    const person = await tx.persons.find(ctx.project.id, distinctId)
    return pageOf(person && isFoundBy(person, search) ? [person] : [], page)
  })
}

/** Returns the data about one person. */
export async function retrievePerson(ctx: ProjectContext, distinctId: string): Promise<Person> {
  authorize(ctx.actor, 'person:read')
  const id = requireStorable(distinctId, 'Person', ctx)
  const person = await ctx.store.read((tx) => tx.persons.find(ctx.project.id, id))
  if (!person) throw recordNotFound('Person', distinctId, ctx)
  return person
}
