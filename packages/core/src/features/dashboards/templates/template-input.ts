import * as z from 'zod'
import {
  type DashboardTemplate,
  TEMPLATE_SCOPES,
  type TemplateScope,
} from '../../../data/records/dashboard-template.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { type JsonObject, type JsonValue, withoutUndefined } from '../../../foundation/json/json-value.ts'
import {
  documentField,
  MAX_LIST_LENGTH,
  MAX_NAME_LENGTH,
  tagsField,
} from '../../../foundation/validation/bounded-fields.ts'
import { booleanField, jsonField, textField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { isNothing } from '../sent-document.ts'

const MAX_IMAGE_URL_LENGTH = 8201
/** The maximum number of characters of all tiles as JSON text, because lists read every template of a project. */
const MAX_TILES_LENGTH = 262_144

const fields = {
  templateName: textField().min(1).max(MAX_NAME_LENGTH),
  dashboardDescription: textField()
    .max(MAX_NAME_LENGTH)
    .nullable()
    .transform((text) => text ?? ''),
  dashboardFilters: documentField()
    .nullable()
    .transform((filters): JsonObject => filters ?? {}),
  tags: tagsField()
    .nullable()
    .transform((tags) => tags ?? []),
  tiles: jsonField(),
  variables: z
    .array(jsonField())
    .max(MAX_LIST_LENGTH)
    .nullable()
    .transform((variables) => (variables ?? []) as readonly JsonValue[]), // validated above
  imageUrl: textField().max(MAX_IMAGE_URL_LENGTH).nullable(),
  scope: z
    .enum(TEMPLATE_SCOPES)
    .nullable()
    .transform((scope): TemplateScope => scope ?? 'team'),
  isFeatured: booleanField(),
  deleted: booleanField(),
}

const READ_ONLY = fieldNames<Omit<DashboardTemplate, keyof typeof fields>>({
  id: true,
  projectId: true,
  createdBy: true,
  createdAt: true,
})

/** What a client may send to store a template (DASH-77). */
export const createTemplateSchema = withReadOnly(z.object(fields).partial().required({ templateName: true }), READ_ONLY)
/** What a client may send to change a template; missing fields stay unchanged. */
export const updateTemplateSchema = withReadOnly(z.object(fields).partial(), READ_ONLY)

/** The fields of a template that a client may set. Missing fields stay unchanged. */
export interface UpdateTemplateInput {
  readonly templateName?: string | undefined
  readonly dashboardDescription?: string | null | undefined
  readonly dashboardFilters?: JsonObject | null | undefined
  readonly tags?: readonly string[] | null | undefined
  /** At least one tile. */
  readonly tiles?: readonly JsonObject[] | undefined
  readonly variables?: readonly JsonValue[] | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly scope?: TemplateScope | null | undefined
  readonly isFeatured?: boolean | undefined
  readonly deleted?: boolean | undefined
}

/** The fields of a new template. */
export interface CreateTemplateInput extends UpdateTemplateInput {
  readonly templateName: string
}

export type CheckedTemplateInput = Partial<Omit<DashboardTemplate, 'id' | 'projectId' | 'createdBy' | 'createdAt'>>

export function checkCreateTemplate(input: unknown): CheckedTemplateInput & { readonly templateName: string } {
  const checked = parseInput(createTemplateSchema, input)
  refuseTiles(checked.tiles)
  // Tiles are validated by the rules of whole templates later; until then they are any JSON.
  return withoutUndefined(checked) as CheckedTemplateInput & { readonly templateName: string }
}

export function checkUpdateTemplate(input: unknown): CheckedTemplateInput {
  const checked = parseInput(updateTemplateSchema, input)
  if (checked.tiles !== undefined) refuseTiles(checked.tiles)
  return withoutUndefined(checked) as CheckedTemplateInput // see above
}

function refuseTiles(tiles: unknown): void {
  if (isNothing(tiles)) {
    throw invalidInput([violation(null, 'invalid_input', 'You need to provide tiles for the template.')])
  }
  if (JSON.stringify(tiles).length <= MAX_TILES_LENGTH) return
  const detail = `Ensure this field has no more than ${MAX_TILES_LENGTH} characters as JSON.`
  throw invalidInput([violation('tiles', 'max_length', detail)])
}
