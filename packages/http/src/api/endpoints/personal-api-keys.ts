import { keys } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { newPersonalApiKeySchema, personalApiKeySchema } from '../wire/identity.ts'
import { fieldsOf, requestBody } from '../wire/request-body.ts'

const allKeys = '/api/personal_api_keys/' as const
const oneKey = `${allKeys}{id}/` as const

const wireNames = { scopedProjectIds: 'scoped_teams', scopedOrganizationIds: 'scoped_organizations' } as const

const reads = { auth: 'personal_api_key', tag: 'identity', scope: 'user:read', method: 'GET' } as const
const writes = { ...reads, scope: 'user:write' } as const

export const listKeys = endpoint({
  ...reads,
  path: allKeys,
  operationId: 'personal_api_keys_list',
  list: true,
  summary: 'List the keys of the caller',
  output: z.array(personalApiKeySchema),
})

export const createKey = endpoint({
  ...writes,
  method: 'POST',
  path: allKeys,
  operationId: 'personal_api_keys_create',
  summary: 'Create a key for the caller; its value is returned only once',
  wireNames,
  body: requestBody(keys.createKeySchema, { wireNames, refuseUnknownExcept: fieldsOf(personalApiKeySchema) }),
  status: 201,
  output: newPersonalApiKeySchema,
})

export const retrieveKey = endpoint({
  ...reads,
  path: oneKey,
  operationId: 'personal_api_keys_retrieve',
  summary: 'Retrieve a key of the caller',
  output: personalApiKeySchema,
})

export const rollKey = endpoint({
  ...writes,
  method: 'POST',
  path: `${oneKey}roll/`,
  operationId: 'personal_api_keys_roll_create',
  summary: 'Rotate a key: the new value is returned only once, and the old value stops working',
  output: newPersonalApiKeySchema,
})

export const destroyKey = endpoint({
  ...writes,
  method: 'DELETE',
  path: oneKey,
  operationId: 'personal_api_keys_destroy',
  summary: 'Revoke a key',
})
