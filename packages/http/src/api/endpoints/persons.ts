import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { personQuerySchema, personSchema, updatePersonBody } from '../wire/persons.ts'

const persons = '/api/projects/{project_id}/persons/' as const
const person = `${persons}{distinct_id}/` as const

const inProject = z.object({ project_id: projectId() })
const onePerson = inProject.extend({ distinct_id: z.string() })

const reads = { tag: 'persons', auth: 'personal_api_key', scope: 'person:read' } as const
const writes = { ...reads, scope: 'person:write' } as const

export const listPersons = endpoint({
  ...reads,
  method: 'GET',
  path: persons,
  operationId: 'persons_list',
  summary: 'List persons by distinct id',
  params: inProject,
  query: personQuerySchema.extend(pageQuery),
  output: pageSchema(personSchema),
})

export const retrievePerson = endpoint({
  ...reads,
  method: 'GET',
  path: person,
  operationId: 'persons_retrieve',
  summary: 'Retrieve a person',
  params: onePerson,
  output: personSchema,
})

export const updatePerson = endpoint({
  ...writes,
  method: 'PATCH',
  path: person,
  operationId: 'persons_partial_update',
  summary: 'Set properties of a person, who is made when there is none',
  params: onePerson,
  body: updatePersonBody,
  output: personSchema,
})

export const destroyPerson = endpoint({
  ...writes,
  method: 'DELETE',
  path: person,
  operationId: 'persons_destroy',
  summary: 'Forget what is known about a person',
  params: onePerson,
})
