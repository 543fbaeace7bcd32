import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { eventDefinitionQuery, eventDefinitionSchema } from '../wire/event-definitions.ts'
import { pageSchema } from '../wire/page.ts'
import { propertyDefinitionPageSchema, propertyDefinitionQuery } from '../wire/property-definitions.ts'

const inProject = z.object({ project_id: projectId() })

export const listEventDefinitions = endpoint({
  tag: 'insights',
  auth: 'personal_api_key',
  scope: 'insight:read',
  method: 'GET',
  path: '/api/projects/{project_id}/event_definitions/',
  operationId: 'event_definitions_list',
  list: true,
  summary: 'List the events that were counted',
  params: inProject,
  query: eventDefinitionQuery,
  output: pageSchema(eventDefinitionSchema),
})

export const listPropertyDefinitions = endpoint({
  tag: 'persons',
  auth: 'personal_api_key',
  scope: ['person:read', 'group:read', 'insight:read'],
  method: 'GET',
  path: '/api/projects/{project_id}/property_definitions/',
  operationId: 'property_definitions_list',
  list: true,
  summary: 'List the names of properties of persons, of groups or of events',
  description:
    'One request reads 10,000 persons or groups at most. As long as there are more, `count_is_capped` is true and the ' +
    'last page has a next one, which may repeat names, with the same ids. Follow `next` until it is null.',
  params: inProject,
  query: propertyDefinitionQuery,
  output: propertyDefinitionPageSchema,
})
