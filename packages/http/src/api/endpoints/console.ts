import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'

/** Pages are not API calls, so the OpenAPI document does not contain them. */
const page = { method: 'GET', auth: 'public', tag: 'console', mediaType: 'text/html', output: z.string() } as const

export const openConsole = endpoint({
  ...page,
  path: '/',
  operationId: 'console_open',
  summary: 'Redirect to the console',
})

export const retrieveConsole = endpoint({
  ...page,
  path: '/console/',
  operationId: 'console_retrieve',
  summary: 'The page of the console',
})

export const retrieveConsoleFile = endpoint({
  ...page,
  path: '/console/{file}',
  restOfPath: true,
  operationId: 'console_file_retrieve',
  summary: 'A file of the console',
})

export const retrieveReference = endpoint({
  ...page,
  path: '/api/schema/ui/',
  operationId: 'schema_ui_retrieve',
  summary: 'The OpenAPI document as a page',
})

export const retrieveReferenceFile = endpoint({
  ...page,
  path: '/api/schema/ui/{file}',
  restOfPath: true,
  operationId: 'schema_ui_file_retrieve',
  summary: 'A file of that page',
})
