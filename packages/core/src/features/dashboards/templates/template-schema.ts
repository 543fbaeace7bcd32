import { isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'

const VARIABLE_FIELDS = ['id', 'name', 'type', 'default', 'description', 'required'] as const

/** The JSON Schema of templates (DASH-70). Violations are reported in the order of `required` and `properties`. */
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

/** The keywords of JSON Schema that templates need. */
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
  /** The violated keyword of the schema. */
  readonly word: 'type' | 'enum' | 'required' | 'minItems'
  readonly instance: unknown
  readonly rule: TemplateRule
  /** For `required`: the name of the missing field. */
  readonly missing?: string
}

/** The maximum number of reported violations. */
const MAX_BROKEN = 10

/** Returns the parts of a value that violate a rule, outer parts first. The lists of the value must not be long. */
export function brokenParts(value: unknown, rule: TemplateRule): readonly BrokenTemplate[] {
  const broken: BrokenTemplate[] = []
  // Breadth first: nested parts follow all parts of the same level.
  const open: Part[] = [{ instance: value, rule }]
  for (const part of open) {
    const here = brokenHere(part)
    broken.push(...here)
    if (broken.length >= MAX_BROKEN) return broken.slice(0, MAX_BROKEN)
    // Parts with the wrong type or an unknown choice are not checked further.
    if (!here.some(({ word }) => word === 'type' || word === 'enum')) for (const inner of inside(part)) open.push(inner)
  }
  return broken
}

type Part = Pick<BrokenTemplate, 'instance' | 'rule'>

function brokenHere({ instance, rule }: Part): readonly BrokenTemplate[] {
  const part = { instance, rule }
  if (rule.type && !hasType(instance, rule.type)) return [{ ...part, word: 'type' }]
  if (rule.enum && !rule.enum.some((choice) => choice === instance)) return [{ ...part, word: 'enum' }]
  const missing = missingFields(instance, rule).map((name) => ({ ...part, word: 'required', missing: name }) as const)
  const isTooShort = Array.isArray(instance) && instance.length < (rule.minItems ?? 0)
  return isTooShort ? [...missing, { ...part, word: 'minItems' }] : missing
}

function inside({ instance, rule }: Part): readonly Part[] {
  if (Array.isArray(instance)) return instance.map((item) => ({ instance: item, rule: rule.items ?? {} }))
  if (!isJsonObject(instance)) return []
  return Object.entries(rule.properties ?? {}).flatMap(([name, part]) =>
    Object.hasOwn(instance, name) ? [{ instance: instance[name], rule: part }] : [],
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
