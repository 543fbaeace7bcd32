import { isJsonObject, type JsonObject } from '../../json/json-value.ts'

const VARIABLE_FIELDS = ['id', 'name', 'type', 'default', 'description', 'required'] as const

/**
 * What a template looks like, as JSON Schema (dashboards-api.md section 5.1). The order of `required` and of
 * `properties` is the order in which violations are reported.
 */
export const TEMPLATE_JSON_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['template_name', 'dashboard_description', 'dashboard_filters', 'tiles'],
  properties: {
    id: { type: 'string' },
    template_name: { type: 'string' },
    team_id: { type: ['number', 'null'] },
    created_at: { type: 'string' },
    image_url: { type: ['string', 'null'] },
    dashboard_description: { type: 'string' },
    dashboard_filters: { type: 'object' },
    tiles: { type: 'array', minItems: 1, items: { type: 'object' } },
    variables: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        required: VARIABLE_FIELDS,
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          type: { enum: ['event', 'element'] },
          default: { type: 'object' },
          description: { type: 'string' },
          required: { type: 'boolean' },
        },
      },
    },
    tags: { type: 'array', items: { type: 'string' } },
    is_featured: { type: 'boolean' },
  },
} as const satisfies JsonObject

type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** The few words of JSON Schema that a template needs. */
export interface TemplateRule {
  readonly type?: JsonType | readonly JsonType[]
  readonly enum?: readonly string[]
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly items?: TemplateRule
  readonly properties?: { readonly [name: string]: TemplateRule }
}

/** A part of a template that breaks its schema. */
export interface BrokenTemplate {
  /** Steps from the template to the part. */
  readonly path: readonly (string | number)[]
  /** The word of the schema that is broken. */
  readonly word: 'type' | 'enum' | 'required' | 'minItems'
  readonly instance: unknown
  readonly rule: TemplateRule
  /** For `required`: what is missing. */
  readonly missing?: string
}

/** Everything about a value that breaks a rule; what is nearer to the outside comes first. */
export function brokenParts(value: unknown, rule: TemplateRule, path: BrokenTemplate['path'] = []): BrokenTemplate[] {
  const broken = { path, instance: value, rule }
  if (rule.type && !hasType(value, rule.type)) return [{ ...broken, word: 'type' }]
  if (rule.enum && !rule.enum.some((choice) => choice === value)) return [{ ...broken, word: 'enum' }]
  const here: BrokenTemplate[] = missingFields(value, rule).map((missing) => ({ ...broken, word: 'required', missing }))
  if (Array.isArray(value) && value.length < (rule.minItems ?? 0)) here.push({ ...broken, word: 'minItems' })
  return [...here, ...brokenInside(value, rule, path)].sort((a, b) => a.path.length - b.path.length)
}

function brokenInside(value: unknown, rule: TemplateRule, path: BrokenTemplate['path']): BrokenTemplate[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => brokenParts(item, rule.items ?? {}, [...path, index]))
  }
  if (!isJsonObject(value)) return []
  return Object.entries(rule.properties ?? {}).flatMap(([name, part]) =>
    Object.hasOwn(value, name) ? brokenParts(value[name], part, [...path, name]) : [],
  )
}

function missingFields(value: unknown, { required = [] }: TemplateRule): string[] {
  return isJsonObject(value) ? required.filter((name) => !Object.hasOwn(value, name)) : []
}

function hasType(value: unknown, types: JsonType | readonly JsonType[]): boolean {
  return [types].flat().some((type) => type === typeOf(value))
}

function typeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'object' || type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}
