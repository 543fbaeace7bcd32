import type { JsonObject, JsonValue } from '@flagdeck/core'
import { memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const LIMIT_MS = 50
/** As much as a schema may have. */
const MAX_LENGTH = 16_384

/** As many as fit into a schema. */
function filled<T extends JsonValue>(partAt: (at: number) => T): T[] {
  const parts: T[] = []
  for (let length = 100; length < MAX_LENGTH; length += JSON.stringify(parts.at(-1)).length + 1) {
    parts.push(partAt(parts.length))
  }
  return parts.slice(0, -1)
}

const named = (at: number) => at.toString(36)

const objectOf = (parts: readonly JsonObject[]): JsonObject => Object.assign({}, ...parts)

function doubled(depth: number): JsonObject {
  const twice = (at: number) => ({ anyOf: [{ $ref: `#/$defs/d${at}` }, { $ref: `#/$defs/d${at}` }] })
  const defs = Array.from({ length: depth }, (_, at) => [`d${at}`, at === 0 ? { type: 'null' } : twice(at - 1)])
  return { $ref: `#/$defs/d${depth - 1}`, $defs: Object.fromEntries(defs) }
}

function nested(depth: number): JsonObject {
  return depth === 0 ? { type: 'string' } : { not: nested(depth - 1) }
}

/** What takes long to be compiled, or to check something by. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'many properties': { properties: objectOf(filled((at) => ({ [named(at)]: { type: 'integer' } }))) },
  'many keywords': { allOf: filled(() => ({ not: {} })) },
  'many types': { allOf: filled(() => ({ type: 'array' })) },
  'many references': {
    $defs: objectOf(filled((at) => ({ [named(at)]: { type: 'null' } })).slice(0, 300)),
    allOf: filled((at) => ({ $ref: `#/$defs/${named(at % 300)}` })).slice(0, 400),
  },
  'many names': { required: filled((at) => named(at)) },
  'what asks twice the same, 40 deep': doubled(40),
  'a pattern that goes back and forth': { pattern: '^(a+)+$' },
  'items that all differ': { uniqueItems: true },
  'what calls itself without an end': { $ref: '#' },
  'deep nesting': nested(1500),
  'nothing but objects': { items: { type: 'object' } },
}

const PAYLOADS: readonly JsonValue[] = [
  `${'a'.repeat(50)}b`,
  Array.from({ length: 20_000 }, (_, at) => at),
  Array.from({ length: 5000 }, (_, at) => [at]),
]

it.each(Object.entries(SCHEMAS))(
  'FLAG-122 a payload schema of %s keeps nobody waiting',
  { timeout: 120_000 },
  async (_, payloadSchema) => {
    const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
    onTestFinished(() => api.close())
    const { owner, flags } = await buildWorld(api)
    for (const [place, payload] of PAYLOADS.entries()) {
      const turns = await measureBestTurns(LIMIT_MS, async (attempt) => {
        const { status } = await owner.post(flags, {
          key: `flag-${place}-${attempt}`,
          payload_schema: payloadSchema,
          filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: JSON.stringify(payload) } },
        })
        expect([201, 400]).toContain(status)
      })
      expect(turns.longestMs, `payload ${place}`).toBeLessThan(LIMIT_MS)
    }
  },
)

it('FLAG-122 thousands of payloads with a schema keep nobody waiting', { timeout: 120_000 }, async () => {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const { owner, flags } = await buildWorld(api)
  const keys = Array.from({ length: 4500 }, (_, at) => `v${at}`)
  const variants = keys.map((key, at) => ({ key, rollout_percentage: at === 0 ? 100 : 0 }))
  const payloads = Object.fromEntries(keys.map((key) => [key, '{"steps":1}']))
  const turns = await measureBestTurns(LIMIT_MS, async (attempt) => {
    const { status } = await owner.post(flags, {
      key: `flag-${attempt}`,
      payload_schema: { type: 'object', properties: { steps: { type: 'integer' } } },
      filters: { groups: [{ rollout_percentage: 100 }], multivariate: { variants }, payloads },
    })
    expect(status).toBe(201)
  })
  expect(turns.longestMs).toBeLessThan(LIMIT_MS)
})
