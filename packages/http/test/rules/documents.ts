import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { expect, it } from 'vitest'
import { flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import type { NewWorld } from '../support/world.ts'

/** The OpenAPI document of the API: HTTP-30. */
export function documents(newWorld: NewWorld): void {
  it('HTTP-30 describes every endpoint of the application that can succeed, with its path, method and id', async () => {
    const { anonymous } = await newWorld()
    const { status, body } = await anonymous.get('/api/schema/')
    expect(status).toBe(200)
    const paths = body.paths as { [path: string]: { [method: string]: { operationId: string } } } // OpenAPI
    const succeeding = flagdeckRoutes.filter(({ endpoint }) => endpoint.status !== 405)
    expect(succeeding.length).toBeGreaterThan(150)
    for (const { endpoint } of succeeding) {
      const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      expect(operation?.operationId, `${endpoint.method} ${endpoint.path}`).toBe(endpoint.operationId)
    }
    const described = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(described).toHaveLength(succeeding.length + 1)
  })

  it('HTTP-30 has something behind every reference', async () => {
    const { anonymous } = await newWorld()
    const { body } = await anonymous.get('/api/schema/')
    const references = referencesIn(body)
    expect(references.length).toBeGreaterThan(50)
    for (const reference of references) expect(resolve(body, reference), reference).toBeDefined()
  })
}

function referencesIn(json: JsonValue): string[] {
  if (Array.isArray(json)) return json.flatMap((item: JsonValue) => referencesIn(item))
  if (!isJsonObject(json)) return []
  return Object.entries(json).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}

/** Follows a JSON pointer inside the document. */
function resolve(document: JsonObject, reference: string): JsonValue | undefined {
  const [start, ...steps] = reference.split('/')
  if (start !== '#') return undefined
  return steps.reduce<JsonValue | undefined>(
    (json, step) => (isJsonObject(json) ? json[unescaped(step)] : undefined),
    document,
  )
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
