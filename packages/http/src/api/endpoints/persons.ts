import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { pageQuery } from '../wire/page.ts'
import {
  deletePropertyBody,
  personPageSchema,
  personQuerySchema,
  personSchema,
  personValueSchema,
  personValuesQuery,
  updatePersonBody,
  updatePropertyBody,
} from '../wire/persons.ts'

const persons = '/api/projects/{project_id}/persons/' as const
const person = `${persons}{distinct_id}/` as const

const inProject = z.object({ project_id: projectId() })
const onePerson = inProject.extend({ distinct_id: z.string() })

const reads = { tag: 'persons', auth: 'personal_api_key', scope: 'person:read' } as const
const writes = { ...reads, scope: 'person:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listPersons = endpoint({
  ...reads,
  method: 'GET',
  path: persons,
  operationId: 'persons_list',
  list: true,
  summary: 'List users by distinct id',
  description:
    'With `email` or `properties`, one request reads 10,000 persons at most: a page may be short, or empty, and have a ' +
    'next one. Follow `next` until it is null.',
  params: inProject,
  query: personQuerySchema.extend(pageQuery),
  output: personPageSchema,
})

export const listPersonValues = endpoint({
  ...reads,
  method: 'GET',
  path: `${persons}values/`,
  operationId: 'persons_values_list',
  list: true,
  summary: 'List the values of a user property, the most frequent first',
  description: 'One request reads 10,000 persons at most; as long as there are more, `Link` names the next part.',
  params: inProject,
  query: personValuesQuery,
  output: z.array(personValueSchema),
})

export const retrievePerson = endpoint({
  ...reads,
  method: 'GET',
  path: person,
  operationId: 'persons_retrieve',
  summary: 'Retrieve a user',
  params: onePerson,
  output: personSchema,
})

export const updatePerson = endpoint({
  ...writes,
  method: 'PATCH',
  path: person,
  operationId: 'persons_partial_update',
  summary: 'Set properties of a user; creates the user if it does not exist',
  params: onePerson,
  body: updatePersonBody,
  output: personSchema,
})

export const destroyPerson = endpoint({
  ...writes,
  method: 'DELETE',
  path: person,
  operationId: 'persons_destroy',
  summary: 'Delete a user',
  params: onePerson,
})

export const updatePersonProperty = endpoint({
  ...posts,
  path: `${person}update_property/`,
  operationId: 'persons_update_property_create',
  summary: 'Set one property of a user',
  params: onePerson,
  body: updatePropertyBody,
  output: personSchema,
})

export const deletePersonProperty = endpoint({
  ...posts,
  path: `${person}delete_property/`,
  operationId: 'persons_delete_property_create',
  summary: 'Delete properties of a user',
  params: onePerson,
  body: deletePropertyBody,
  output: personSchema,
})
