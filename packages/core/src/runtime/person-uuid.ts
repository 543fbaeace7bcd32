import type { Person } from '../data/records/person.ts'
import { derivedUuid } from './derived-uuid.ts'

/** Returns a UUID that is derived from the project and the distinct id (PERSON-31). */
export function personUuid({ projectId, distinctId }: Pick<Person, 'projectId' | 'distinctId'>): string {
  return derivedUuid('person', projectId, distinctId)
}
