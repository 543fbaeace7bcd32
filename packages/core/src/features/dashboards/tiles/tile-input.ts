import * as z from 'zod'
import { MAX_TEXT_LENGTH } from '../../../data/records/text-card.ts'
import type { User } from '../../../data/records/user.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { documentField, idField } from '../../../foundation/validation/bounded-fields.ts'
import { booleanField, jsonField, textField } from '../../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import { notBlank, rule } from '../../../foundation/validation/violations-of.ts'
import type { TextDetails, TileDetails } from '../dashboard-details.ts'
import type { InsightDetails } from '../insights/insight-details.ts'
import { MAX_TILES_PER_DASHBOARD } from './place-tile.ts'

const MAX_COLOR_LENGTH = 400

/** The display fields of a tile, which an update may change. */
export const tileDisplayFields = {
  color: textField().max(MAX_COLOR_LENGTH).nullable(),
  layouts: documentField(),
  filtersOverrides: documentField()
    .nullable()
    .transform((overrides): JsonObject => overrides ?? {}),
  showDescription: booleanField().nullable(),
  transparentBackground: booleanField().nullable(),
}

/** Returns the field for the text of a tile, which may be empty. */
export function textBodyField() {
  return textField().refine(
    (text) => text.length <= MAX_TEXT_LENGTH,
    rule('max_length', `Text body cannot exceed ${MAX_TEXT_LENGTH} characters`),
  )
}

/** The text of a tile in a list of tiles. Its author stays the author if sent back as `createdBy`. */
const tileTextSchema = withReadOnly(
  z.object({
    id: idField().nullable().optional(),
    body: textBodyField().nullable().optional(),
    createdBy: withReadOnly(
      z.object({ id: idField() }),
      fieldNames<Omit<User, 'id'>>({
        uuid: true,
        distinctId: true,
        firstName: true,
        lastName: true,
        email: true,
        isEmailVerified: true,
        createdAt: true,
      }),
    )
      .nullable()
      .optional(),
  }),
  fieldNames<Omit<TextDetails, 'id' | 'body' | 'createdBy'>>({
    projectId: true,
    lastModifiedAt: true,
    lastModifiedBy: true,
    dashboardTiles: true,
  }),
)

const TILE_FIELDS = fieldNames<TileDetails>({
  id: true,
  projectId: true,
  dashboardId: true,
  content: true,
  layouts: true,
  color: true,
  filtersOverrides: true,
  showDescription: true,
  transparentBackground: true,
  deleted: true,
  deletionId: true,
  order: true,
  insight: true,
  text: true,
})

/** All fields of an insight except its id, by which a tile references it. */
const INSIGHT_FIELDS = fieldNames<Omit<InsightDetails, 'id'>>({
  projectId: true,
  shortId: true,
  name: true,
  derivedName: true,
  description: true,
  query: true,
  tags: true,
  favorited: true,
  saved: true,
  deleted: true,
  deletionId: true,
  isSample: true,
  createdBy: true,
  createdAt: true,
  updatedAt: true,
  lastModifiedAt: true,
  lastModifiedBy: true,
  dashboardIds: true,
  dashboardTiles: true,
  canEdit: true,
  effectiveRestrictionLevel: true,
  effectivePrivilegeLevel: true,
  userAccessLevel: true,
})

/** One entry of `tiles` in an update (DASH-30). Its fields determine what it does. */
export const tileEntrySchema = withReadOnly(
  z
    .object({
      ...tileDisplayFields,
      id: idField().nullable(),
      deleted: booleanField(),
      text: tileTextSchema.nullable(),
      /** Kinds of tiles that this product does not support: refused unless empty. */
      buttonTile: jsonField(),
      widget: jsonField(),
    })
    .partial(),
  TILE_FIELDS,
)

/**
 * One entry of `tiles` of a new dashboard (DASH-100): a tile of a dashboard that was read, or only the fields to set.
 */
export const newTileSchema = withReadOnly(
  tileEntrySchema.omit({ id: true }).extend({
    insight: withReadOnly(z.object({ id: idField() }), INSIGHT_FIELDS)
      .nullable()
      .optional(),
  }),
  TILE_FIELDS,
)

/** One entry of `duplicateTiles` in an update: a tile to copy on the same dashboard. */
export const duplicateTileSchema = z.object({ id: idField(), layouts: documentField().optional() })

export type TileEntry = z.output<typeof tileEntrySchema>
export type NewTileEntry = z.output<typeof newTileSchema>
export type DuplicateTile = z.output<typeof duplicateTileSchema>

/** What a client may send to move a tile. */
export const moveTileSchema = z.object({
  tile: withReadOnly(z.object({ id: idField() }), TILE_FIELDS),
  toDashboard: idField(),
})
/** What a client may send to copy a tile; the names are those of the API. */
export const copyTileSchema = z.object({ fromDashboardId: idField(), tileId: idField() })

export const TILE_LAYOUTS = ['preserve', 'two_column', 'full_width'] as const
/** One of {@link TILE_LAYOUTS}. */
export type TileLayout = (typeof TILE_LAYOUTS)[number]

/** What a client may send to order tiles. */
export const reorderTilesSchema = z.object({
  tileOrder: z.array(idField()).min(1).max(MAX_TILES_PER_DASHBOARD),
  layout: z.enum(TILE_LAYOUTS).optional(),
})

export const deleteTileSchema = z.object({ tileId: idField() })

const textBody = textField()
  .max(MAX_TEXT_LENGTH)
  .refine((text) => text.trim() !== '', notBlank)
const placing = { layouts: tileDisplayFields.layouts.optional(), color: tileDisplayFields.color.optional() }

export const createTextTileSchema = z.object({ body: textBody, ...placing })
export const updateTextTileSchema = z.object({ tileId: idField(), body: textBody.optional(), ...placing })
export const updateTileSchema = z.object({
  tileId: idField(),
  ...placing,
  showDescription: tileDisplayFields.showDescription.optional(),
})
