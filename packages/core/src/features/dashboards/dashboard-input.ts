import * as z from 'zod'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DashboardInputName } from '../../data/records/dashboard-fields.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { isJson, withoutUndefined } from '../../foundation/json/json-value.ts'
import {
  boundedJsonField,
  fits,
  idField,
  MAX_DESCRIPTION_LENGTH,
  MAX_LIST_LENGTH,
  MAX_NAME_LENGTH,
  tagsField,
  tooLong,
} from '../../foundation/validation/bounded-fields.ts'
import { booleanField, NOT_JSON, textField, uuidField } from '../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { Sent } from '../../foundation/validation/sent.ts'
import { unknownFields } from '../../foundation/validation/unknown-fields.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { required, rule, violationsOf } from '../../foundation/validation/violations-of.ts'
import type { DashboardDetails, DashboardSummary } from './dashboard-details.ts'
import { restrictionField } from './restriction-field.ts'
import { isNothing, sentDocument } from './sent-document.ts'
import { checkNewTiles } from './tiles/insert-new-tiles.ts'
import { MAX_TILES_PER_DASHBOARD } from './tiles/place-tile.ts'
import {
  type DuplicateTile,
  duplicateTileSchema,
  type NewTileEntry,
  newTileSchema,
  type TileEntry,
  tileEntrySchema,
} from './tiles/tile-input.ts'

const breakdownColor = z.looseObject({ breakdownValue: textField(), colorToken: textField().nullable() })

/** The order of the fields is the order in which their violations are reported. */
const fields = {
  name: textField().max(MAX_NAME_LENGTH).nullable(),
  description: textField().max(MAX_DESCRIPTION_LENGTH),
  pinned: booleanField(),
  deleted: booleanField(),
  /** Merged into the filters of every tile; `{}` clears. */
  filters: documentOrNothing(),
  variables: documentOrNothing(),
  breakdownColors: breakdownColorsField(),
  dataColorThemeId: idField().nullable(),
  quickFilterIds: z
    .array(uuidField())
    .max(MAX_LIST_LENGTH)
    .nullable()
    .transform((ids) => ids ?? []),
  tags: tagsField(),
  restrictionLevel: restrictionField(),
  /** With `deleted: true`: also deletes the insights that no other dashboard shows. */
  deleteInsights: booleanField(),
} satisfies Record<DashboardInputName, z.ZodType> & Record<string, z.ZodType>

/** Returns a field with the type of the record, so that clients can send values back as they read them. */
function breakdownColorsField(): z.ZodType<readonly JsonValue[], readonly JsonValue[]> {
  return z
    .array(breakdownColor)
    .max(MAX_LIST_LENGTH)
    .refine((colors) => isJson(colors), rule('invalid_input', NOT_JSON))
    .refine(fits, tooLong) as unknown as z.ZodType<readonly JsonValue[], readonly JsonValue[]> // of objects with those fields
}

/** Returns a field whose values other than objects get a separate error message ({@link documentViolations}). */
function documentOrNothing() {
  return boundedJsonField() as z.ZodType<JsonValue, JsonObject | null>
}

/** Returns fields that refuse a source for the dashboard where none is possible (DASH-23). */
function noSource(detail: string) {
  const nothing = () => z.unknown().refine(isNothing, rule('invalid_input', detail))
  return { useTemplate: nothing(), useDashboard: nothing() }
}

const READ_ONLY = fieldNames<
  Omit<DashboardDetails & DashboardSummary & { readonly ignoredTileIds: unknown }, keyof typeof fields | 'tiles'>
>({
  id: true,
  projectId: true,
  createdBy: true,
  createdAt: true,
  lastAccessedAt: true,
  creationMode: true,
  version: true,
  canRestrict: true,
  canEdit: true,
  effectiveRestrictionLevel: true,
  effectivePrivilegeLevel: true,
  userAccessLevel: true,
  persistedFilters: true,
  persistedVariables: true,
  ignoredTileIds: true,
  searchMatchType: true,
})

/** What a client may send to create a dashboard (DASH-20). */
export const createDashboardSchema = withReadOnly(
  z
    .object({
      ...fields,
      /** The name of a template, or `DEFAULT_APP`; an empty text stands for no template. */
      useTemplate: textField(),
      /** The id of the dashboard whose tiles are copied. */
      useDashboard: idField().nullable(),
      /** Whether insights and texts are copied too. Otherwise the new dashboard shows the same ones. */
      duplicateTiles: booleanField().nullable(),
      /** Texts to create, and insights to show (DASH-100). */
      tiles: z.array(newTileSchema).max(MAX_TILES_PER_DASHBOARD).nullable(),
    })
    .partial(),
  READ_ONLY,
)

/** What a client may send with the JSON of a template (DASH-71). */
export const createFromTemplateSchema = withReadOnly(
  z
    .object({
      ...fields,
      ...noSource('The dashboard is created from the template in the request.'),
      tiles: z.unknown().refine(isNothing, rule('invalid_input', 'The tiles come from the template in the request.')),
    })
    .partial()
    .extend({
      /** The JSON of a template. It is validated by separate rules, whose messages contain the template. */
      template: (z.unknown() as unknown as z.ZodType<unknown, JsonValue>).refine(
        (template) => template !== undefined,
        required,
      ),
    }),
  READ_ONLY,
)

/** What a client may send to change a dashboard; missing fields stay unchanged. */
export const updateDashboardSchema = withReadOnly(
  z
    .object({
      ...fields,
      ...noSource('A dashboard or template can be copied only when a dashboard is created.'),
      /** Tiles to create and to change. The fields of an entry determine which (DASH-30). */
      tiles: z.array(tileEntrySchema).max(MAX_TILES_PER_DASHBOARD),
      /** Tiles to copy on this dashboard, with the layouts of the copy. */
      duplicateTiles: z.array(duplicateTileSchema).max(MAX_TILES_PER_DASHBOARD),
    })
    .partial(),
  READ_ONLY,
)

const fieldsSchema = z.object(fields).partial()

/** The fields of a dashboard that a client may set. Missing fields stay unchanged. */
export type DashboardInput = Omit<Sent<typeof fieldsSchema>, 'deleteInsights'>
/** The fields of a new dashboard. */
export type CreateDashboardInput = Sent<typeof createDashboardSchema>
/** A template, and the fields of the dashboard to create from it. */
export type CreateFromTemplateInput = Sent<typeof createFromTemplateSchema>
/** The changes of a dashboard; missing fields stay unchanged. */
export type UpdateDashboardInput = Sent<typeof updateDashboardSchema>

/** The fields of a dashboard that were sent, validated. */
export type CheckedDashboardFields = Partial<Pick<Dashboard, DashboardInputName>>

export interface CheckedCreateDashboard {
  readonly fields: CheckedDashboardFields
  readonly useTemplate: string
  readonly useDashboard: number | null
  readonly duplicateTiles: boolean
  readonly tiles: readonly NewTileEntry[]
}

export interface CheckedUpdateDashboard {
  readonly fields: CheckedDashboardFields
  readonly deleteInsights: boolean
  readonly tiles: readonly TileEntry[]
  readonly duplicateTiles: readonly DuplicateTile[]
}

export function checkCreateDashboard(input: unknown): CheckedCreateDashboard {
  const {
    useTemplate = '',
    useDashboard = null,
    duplicateTiles,
    tiles,
    deleteInsights: _,
    ...sent
  } = check(createDashboardSchema, input, bothSources)
  checkNewTiles(tiles ?? [])
  return {
    fields: checkedFields(sent),
    useTemplate,
    useDashboard,
    duplicateTiles: duplicateTiles === true,
    tiles: tiles ?? [],
  }
}

export interface CheckedCreateFromTemplate {
  readonly fields: CheckedDashboardFields
  readonly template: unknown
}

export function checkCreateFromTemplate(input: unknown): CheckedCreateFromTemplate {
  const { template, deleteInsights: _, tiles: __, ...sent } = check(createFromTemplateSchema, input)
  return { fields: checkedFields(sent), template }
}

export function checkUpdateDashboard(input: unknown): CheckedUpdateDashboard {
  const { tiles = [], duplicateTiles = [], deleteInsights = false, ...sent } = check(updateDashboardSchema, input)
  return { fields: checkedFields(sent), deleteInsights, tiles, duplicateTiles }
}

/** Validates each part, and refuses the input with all violations together. */
function check<S extends z.ZodObject>(
  schema: S,
  input: unknown,
  more: (input: unknown) => Violation[] = () => [],
): z.output<S> {
  const parsed = schema.safeParse(input, { reportInput: true })
  refuseIfAny([
    ...(parsed.success ? [] : violationsOf(parsed.error).map(nameTextField)),
    ...unknownFields(schema, input),
    ...more(input),
    ...documentViolations(input),
  ])
  return parsed.data as z.output<S> // a failed parse was refused
}

/** Renames the field of the violation: clients know an invalid text by this name, regardless of its tile. */
function nameTextField(broken: Violation): Violation {
  return { ...broken, attr: broken.attr?.replace(/^tiles__\d+__text__/, 'text__') ?? null }
}

function bothSources(input: unknown): Violation[] {
  const { useTemplate, useDashboard, tiles } = (input ?? {}) as {
    useTemplate?: unknown
    useDashboard?: unknown
    tiles?: unknown
  }
  if (useTemplate && useDashboard) {
    return [violation(null, 'invalid_input', '`use_dashboard` and `use_template` cannot be used together')]
  }
  if (isNothing(tiles) || !(useTemplate || useDashboard)) return []
  return [violation('tiles', 'invalid_input', '`tiles` cannot be used together with `use_dashboard` or `use_template`')]
}

function documentViolations(input: unknown): Violation[] {
  const { filters, variables } = (input ?? {}) as { filters?: unknown; variables?: unknown }
  return [...documentViolation('Filters', filters), ...documentViolation('Variables', variables)]
}

function documentViolation(title: string, value: unknown): Violation[] {
  if (isNothing(value) || sentDocument(value)) return []
  return [violation(null, 'invalid_input', `${title} must be a dictionary`)]
}

function checkedFields(sent: Record<string, unknown>): CheckedDashboardFields {
  const { filters, variables, useTemplate: _, useDashboard: __, ...rest } = sent
  // The schema validated every field; values other than objects were refused or are empty.
  return withoutUndefined({
    ...rest,
    filters: sentDocument(filters),
    variables: sentDocument(variables),
  }) as CheckedDashboardFields
}
