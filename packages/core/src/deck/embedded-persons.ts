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
 * What is known of the persons of one project, by distinct id. Flags look at it when a server is asked; `evaluate` and
 * its like, which wait for nothing, go by the properties that they are given.
 */
export interface EmbeddedPersons {
  /** In order of the distinct ids. */
  list(filters?: PersonQuery, page?: Partial<PageRequest>): Promise<Page<Person>>
  /** By e-mail and properties, which reads persons until it has found enough: pages may be short and still have a next one. */
  find(filter: PersonFilter, page?: FoundPersonsPage): Promise<FoundPersons>
  /** The values of a property, the most frequent first. */
  values(question: PersonValuesQuestion): Promise<PersonValues>
  get(distinctId: string): Promise<Person>
  /** Sets properties, and forgets those of `unset`. A person who is not known yet is from then on. */
  update(distinctId: string, input: SetPersonPropertiesInput): Promise<Person>
  /** Forgets all that is kept about a person, for good. */
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

/** Binds the operations on persons to a project. */
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
