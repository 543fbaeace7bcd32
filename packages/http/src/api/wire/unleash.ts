import type { Decision, JsonObject, JsonValue, Subject } from '@flagdeck/core'
import { isJsonObject, payloadValue } from '@flagdeck/core/operations'
import * as z from 'zod'

const text = z.string().optional()

/** The named fields of a context. Others are sent as `properties[name]`. */
export const unleashContextQuery = z.object({
  userId: text.describe('Who is meant; else `sessionId` is.'),
  sessionId: text,
  appName: text,
  environment: text,
  remoteAddress: text,
  currentTime: text,
})

/** SDKs stop sending after a 400, so no field is required. */
export const unleashContextBody = z.looseObject({
  context: z.unknown().optional().describe('The same fields, and `properties` by name.'),
})

/** A context of Unleash. Fields outside of `properties` are properties too. */
interface UnleashContext {
  readonly fields: JsonObject
  readonly properties: JsonObject
}

const PROPERTY = /^properties\[(.+)\]$/

/** The context in a query, where each property is a separate parameter. */
export function contextInQuery(query: URLSearchParams): UnleashContext {
  const entries = [...query].map(([name, value]) => ({ name, property: PROPERTY.exec(name)?.[1], value }))
  const fields = entries.flatMap(({ name, property, value }) =>
    property === undefined ? [[name, value] as const] : [],
  )
  const properties = entries.flatMap(({ property, value }) =>
    property === undefined ? [] : [[property, value] as const],
  )
  return { fields: Object.fromEntries(fields), properties: Object.fromEntries(properties) }
}

/** The context in a body. Invalid parts are ignored. */
export function contextInBody({ context }: z.output<typeof unleashContextBody>): UnleashContext {
  if (!isJsonObject(context)) return { fields: {}, properties: {} }
  const { properties, ...fields } = context
  return { fields, properties: isJsonObject(properties) ? properties : {} }
}

/**
 * The subject of a context. Without an id, it is a new subject each time, as Unleash does for users that it cannot
 * distinguish.
 */
export function unleashSubject({ fields, properties }: UnleashContext): Subject {
  const distinctId = idIn(fields.userId) ?? idIn(fields.sessionId) ?? crypto.randomUUID()
  return { distinctId, properties: { ...fields, ...properties } }
}

function idIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const payloadSchema = z.object({ type: z.enum(['string', 'number', 'json']), value: z.string() })

const toggleSchema = z.object({
  name: z.string(),
  enabled: z.boolean(),
  variant: z.object({
    name: z.string(),
    enabled: z.boolean(),
    feature_enabled: z.boolean(),
    payload: payloadSchema.optional(),
  }),
  impressionData: z.boolean(),
})

export const unleashTogglesSchema = z.object({ toggles: z.array(toggleSchema) }).meta({ id: 'UnleashToggles' })

/** A flag that is on. SDKs treat missing flags as off. */
export function toggleBody(decision: Decision): z.output<typeof toggleSchema> {
  return { name: decision.key, enabled: true, variant: variantBody(decision), impressionData: false }
}

/** Payloads belong to variants here, so a flag with a payload but no variants has the variant `true`. */
function variantBody({ variant, payload }: Decision) {
  if (variant === null && payload === null) return { name: 'disabled', enabled: false, feature_enabled: true }
  return {
    name: variant ?? 'true',
    enabled: true,
    feature_enabled: true,
    ...(payload === null ? {} : { payload: payloadBody(payload) }),
  }
}

function payloadBody(payload: string): z.output<typeof payloadSchema> {
  const value = payloadValue(payload)
  if (typeof value === 'string') return { type: 'string', value }
  return { type: typeof value === 'number' ? 'number' : 'json', value: payload }
}
