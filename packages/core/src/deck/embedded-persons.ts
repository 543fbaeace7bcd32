import type { Person } from '../data/records/person.ts'
import { deletePerson } from '../features/persons/delete-person.ts'
import { type FoundPersons, type FoundPersonsPage, findPersons } from '../features/persons/find-persons.ts'
import {
  listPersonValues,
  type PersonValues,
  type PersonValuesQuestion,
} from '../features/persons/list-person-values.ts'
import type { PersonFilter } from '../features/persons/person-filter.ts'
import { listPersons, type PersonQuery, retrievePerson } from '../features/persons/persons.ts'
import { type SetPersonPropertiesInput, setPersonProperties } from '../features/persons/set-person-properties.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/**
 * The stored users of one project, by distinct id. Evaluation through a server uses their properties; `evaluate` and
 * the other synchronous methods use only the properties that you pass.
 */
export interface EmbeddedPersons {
  /** Lists users in the order of their distinct ids. */
  list(filters?: PersonQuery, page?: Partial<PageRequest>): Promise<Page<Person>>
  /**
   * Finds users by e-mail and properties. It reads users until it has found enough, so a short page may still have a
   * next one.
   */
  find(filter: PersonFilter, page?: FoundPersonsPage): Promise<FoundPersons>
  /** Lists the values of a property, the most frequent first. */
  values(question: PersonValuesQuestion): Promise<PersonValues>
  /** Returns a stored user by the distinct id. */
  get(distinctId: string): Promise<Person>
  /** Sets properties and deletes those in `unset`. A new user is created. */
  update(distinctId: string, input: SetPersonPropertiesInput): Promise<Person>
  /** Permanently deletes all data of a user. */
  delete(distinctId: string): Promise<void>
}

const OPTIONS = {
  list: [fieldNames<PersonQuery>({ search: true, distinctId: true }), PAGE_OPTIONS],
  find: [
    fieldNames<PersonFilter>({ search: true, distinctId: true, email: true, properties: true }),
    fieldNames<FoundPersonsPage>({ after: true, limit: true }),
  ],
  values: [fieldNames<PersonValuesQuestion>({ key: true, value: true, after: true })],
} satisfies Parameters<typeof withKnownOptions<EmbeddedPersons>>[2]

/** Binds the user operations to a project. */
export function embeddedPersons(ctx: ProjectContext): EmbeddedPersons {
  const methods: EmbeddedPersons = {
    list: (filters = {}, page) => listPersons(ctx, filters, pageRequest(page)),
    find: (filter, page) => findPersons(ctx, filter, page),
    values: (question) => listPersonValues(ctx, question),
    get: (distinctId) => retrievePerson(ctx, distinctId),
    update: (distinctId, input) => setPersonProperties(ctx, distinctId, input),
    delete: (distinctId) => deletePerson(ctx, distinctId),
  }
  return withKnownOptions('persons', methods, OPTIONS)
}
