import * as z from 'zod'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { isJson, isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DOCUMENT_LENGTH,
  MAX_LIST_LENGTH,
  MAX_NAME_LENGTH,
  tagsField,
} from '../../../foundation/validation/bounded-fields.ts'
import { NOT_JSON, textField } from '../../../foundation/validation/fields.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../../foundation/validation/violation.ts'
import { violationsOf } from '../../../foundation/validation/violations-of.ts'
import { refuseTooManyTiles } from '../tiles/place-tile.ts'
import { refuseLargeLooks } from '../tiles/refuse-large-looks.ts'
import { pythonText } from './python-text.ts'
import { type BrokenTemplate, brokenParts, TEMPLATE_JSON_SCHEMA } from './template-schema.ts'
import { checkTemplateTiles, queryViolations, type TemplateTile } from './template-tile.ts'
import { type TemplateVariable, withDefaults } from './template-variable.ts'

/** A validated template, from which dashboards can be created. */
export interface CheckedTemplate {
  readonly templateName: string
  readonly dashboardDescription: string
  readonly dashboardFilters: JsonObject
  readonly tags: readonly string[]
  readonly tiles: readonly TemplateTile[]
}

/**
 * Refuses invalid templates, with the messages that clients of this API know (DASH-70).
 *
 * @param attrPrefix the prefix of the fields in violations.
 * @param isStored whether the tiles are stored: they may be older than a rule.
 */
export function checkTemplate(template: unknown, attrPrefix = 'template__', isStored = false): CheckedTemplate {
  if (!isJson(template)) refuseIfAny([violation('template', 'invalid_input', NOT_JSON)])
  refuseLongLists(template, attrPrefix)
  refuseIfAny(brokenParts(template, TEMPLATE_JSON_SCHEMA).map(schemaViolation))
  const document = template as TemplateDocument // validated by its schema
  const texts = templateTexts.safeParse(document, { reportInput: true })
  refuseIfAny(texts.success ? [] : violationsOf(texts.error).map((each) => inTemplate(each, attrPrefix)))
  const filled = withDefaults(document.tiles, document.variables ?? [])
  if (!filled) throw invalidInput([inTemplate(VARIABLES_TOO_LONG, attrPrefix)])
  const tiles = checkTemplateTiles(filled, attrPrefix, isStored ? undefined : queryViolations)
  refuseLargeLooks(filled)
  return {
    templateName: document.template_name,
    dashboardDescription: document.dashboard_description,
    dashboardFilters: document.dashboard_filters,
    tags: texts.data?.tags ?? [],
    tiles,
  }
}

/** Checks the lengths of lists first, because validation reads every entry. */
function refuseLongLists(template: unknown, attrPrefix: string): void {
  const { tiles = null, variables = null, tags = null } = isJsonObject(template) ? template : {}
  refuseTooManyTiles(Array.isArray(tiles) ? tiles.length : 0)
  for (const [name, list] of Object.entries({ variables, tags })) {
    if (!Array.isArray(list) || list.length <= MAX_LIST_LENGTH) continue
    const detail = `Ensure this field has no more than ${MAX_LIST_LENGTH} elements.`
    refuseIfAny([inTemplate(violation(name, 'max_length', detail), attrPrefix)])
  }
}

/** Rules for texts that the schema does not contain, but dashboards require. */
const templateTexts = z.object({
  template_name: textField().max(MAX_NAME_LENGTH),
  dashboard_description: textField().max(MAX_DESCRIPTION_LENGTH),
  tags: tagsField().optional(),
})

const VARIABLES_TOO_LONG = violation(
  'variables',
  'max_length',
  `Ensure that variables, and their defaults in tiles, have no more than ${MAX_DOCUMENT_LENGTH} characters as JSON.`,
)

function inTemplate(broken: Violation, attrPrefix: string): Violation {
  return { ...broken, attr: `${attrPrefix}${broken.attr}` }
}

interface TemplateDocument {
  readonly template_name: string
  readonly dashboard_description: string
  readonly dashboard_filters: JsonObject
  readonly tiles: readonly JsonObject[]
  readonly variables?: readonly TemplateVariable[] | null
}

function schemaViolation(broken: BrokenTemplate): Violation {
  const text =
    `${problem(broken)}\n\nFailed validating ${pythonText(broken.word)} in schema:\n` +
    `    ${pythonText(broken.rule)}\n\nOn instance:\n    ${pythonText(broken.instance)}`
  return violation(null, 'invalid_input', text)
}

function problem({ word, instance, rule, missing }: BrokenTemplate): string {
  switch (word) {
    case 'required':
      return `${pythonText(missing)} is a required property`
    case 'minItems':
      return `${pythonText(instance)} should be non-empty`
    case 'enum':
      return `${pythonText(instance)} is not one of ${pythonText(rule.enum)}`
    case 'type':
      return `${pythonText(instance)} is not of type ${[rule.type ?? []].flat().map(pythonText).join(', ')}`
  }
}
