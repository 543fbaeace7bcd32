import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { expect, test } from 'vitest'
import { openApiDocument } from '../rest/openapi/openapi.ts'
import { flagdeckRoutes } from './flagdeck-application.ts'

const document = openApiDocument(
  flagdeckRoutes.map(({ endpoint }) => endpoint),
  { title: 'Flagdeck', version: '1.0.0' },
)

function at(...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), document)
}

const responsesTo = (method: string, path: string) => at('paths', path, method, 'responses') as JsonObject

function schemaOf(response: JsonValue | undefined): JsonValue | undefined {
  const steps = ['content', 'application/json', 'schema', '$ref']
  return steps.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), response)
}

test.each([
  ['/ofrep/v1/evaluate/flags', ['200', '304', '400', '401', '403', '429', '500', '503'], 'OfrepBulkFailure'],
  [
    '/api/projects/{project_id}/ofrep/v1/evaluate/flags',
    ['200', '304', '400', '401', '403', '404', '429', '500', '503'],
    'OfrepBulkFailure',
  ],
  ['/ofrep/v1/evaluate/flags/{key}', ['200', '400', '401', '403', '404', '429', '500', '503'], 'OfrepFailure'],
  [
    '/api/projects/{project_id}/ofrep/v1/evaluate/flags/{key}',
    ['200', '400', '401', '403', '404', '429', '500', '503'],
    'OfrepFailure',
  ],
])('HTTP-33 documents of %s the statuses and errors that OFREP knows, and 503', (path, statuses, failure) => {
  const responses = responsesTo('post', path)
  expect(Object.keys(responses)).toEqual(statuses)
  for (const status of statuses.filter((each) => Number(each) >= 400)) {
    expect(schemaOf(responses[status])).toBe(`#/components/schemas/${failure}`)
  }
  expect(schemaOf(responses['304'])).toBeUndefined()
})

test('HTTP-33 documents that an evaluation of one flag names it, also when it fails', () => {
  expect(at('components', 'schemas', 'OfrepFailure', 'required')).toEqual([
    'key',
    'errorCode',
    'errorDetails',
    'metadata',
  ])
  expect(at('components', 'schemas', 'OfrepBulkFailure', 'required')).toEqual(['errorCode', 'errorDetails'])
  expect(schemaOf(responsesTo('post', '/ofrep/v1/evaluate/flags/{key}')['200'])).toBe(
    '#/components/schemas/OfrepEvaluation',
  )
})

test.each([
  '/flags/definitions',
  '/api/feature_flag/local_evaluation/',
  '/api/projects/{project_id}/feature_flags/local_evaluation/',
])('HTTP-33 documents of %s that a poll may find nothing new', (path) => {
  expect(responsesTo('get', path)['304']).toEqual({ description: 'Not modified' })
})
