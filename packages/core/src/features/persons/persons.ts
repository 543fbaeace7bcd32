import type { Person } from '../../data/records/person.ts'
import { notFound } from '../../foundation/errors/domain-error.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { isStorable, requireStorable } from '../../foundation/validation/distinct-id.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** Lists the persons whose distinct id begins with `prefix`, in order of its bytes. */
export async function listPersons(ctx: ProjectContext, prefix: string, page: PageRequest): Promise<Page<Person>> {
  authorize(ctx.actor, 'person:read')
  if (!isStorable(prefix)) return { count: 0, items: [] }
  return ctx.store.read((tx) => tx.persons.list(ctx.project.id, prefix, page))
}

/** Reads what is known about one person. */
export async function retrievePerson(ctx: ProjectContext, distinctId: string): Promise<Person> {
  authorize(ctx.actor, 'person:read')
  const id = requireStorable(distinctId)
  const person = await ctx.store.read((tx) => tx.persons.find(ctx.project.id, id))
  if (!person) throw notFound()
  return person
}
