import { compareText } from '../../foundation/lists/compare-text.ts'
import type { PersonTable } from '../tables/person-table.ts'
import { measuredRows } from './measured-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { pairOf } from './memory-state.ts'
import { foundBy, pageOfFound } from './page-of-found.ts'

export function memoryPersonTable({ state }: MemoryContext): PersonTable {
  const { persons } = state
  const find: PersonTable['find'] = async (projectId, distinctId) => persons.get(pairOf(projectId, distinctId))
  const withEmail = (projectId: number, email: string) => {
    const folded = foundBy(email)
    if (folded === '') return []
    return persons.all(pairOf(projectId, '')).filter(({ properties }) => foundBy(properties.email) === folded)
  }
  return {
    find,
    list: async (projectId, search, page) =>
      pageOfFound(persons, pairOf(projectId, ''), search, page, ({ distinctId, properties }) => ({
        key: distinctId,
        name: properties.email,
      })),
    afterByEmail: async (projectId, email, afterDistinctId, limit) =>
      withEmail(projectId, email)
        .filter(({ distinctId }) => compareText(distinctId, afterDistinctId) > 0)
        .slice(0, limit),
    countByEmail: async (projectId, email, most) => Math.min(withEmail(projectId, email).length, most),
    async idsByEmail(projectId, emails, limit) {
      const folded = new Set(emails.map(foundBy))
      const found = persons.all(pairOf(projectId, '')).flatMap(({ distinctId, properties }) => {
        const email = foundBy(properties.email)
        return email !== '' && folded.has(email) ? [{ email, distinctId }] : []
      })
      // The rows are sorted by id, and sorting is stable.
      return found.sort((a, b) => compareText(a.email, b.email)).slice(0, limit)
    },
    idsAfter: async (projectId, afterDistinctId, limit) =>
      persons
        .after(pairOf(projectId, ''), pairOf(projectId, afterDistinctId), limit)
        .map(({ distinctId }) => distinctId),
    after: async (projectId, afterDistinctId, limit) =>
      persons.after(pairOf(projectId, ''), pairOf(projectId, afterDistinctId), limit),
    measureAfter: async (projectId, afterDistinctId, limit) =>
      measuredRows(
        persons.after(pairOf(projectId, ''), pairOf(projectId, afterDistinctId), limit),
        ({ distinctId }) => distinctId,
      ),
    // Writers run one after the other, so every row is already locked.
    lock: find,
    async save(person) {
      referenced(state.projects.get(person.projectId), `project ${person.projectId}`)
      const stored = await find(person.projectId, person.distinctId)
      persons.put({ ...person, createdAt: stored?.createdAt ?? person.createdAt })
    },
    delete: async (projectId, distinctId) => persons.delete(pairOf(projectId, distinctId)),
  }
}
