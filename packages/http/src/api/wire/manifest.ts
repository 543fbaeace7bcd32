import { MANIFEST_TYPES } from '@flagdeck/core/operations'
import * as z from 'zod'

/** OpenFeature's manifest, as its manifest API defines it (TYPES-8). */
export const manifestSchema = z
  .object({
    flags: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        type: z.enum(MANIFEST_TYPES),
        description: z.string().nullable(),
        defaultValue: z.union([
          z.boolean(),
          z.string(),
          z.number(),
          z.array(z.unknown()),
          z.record(z.string(), z.unknown()),
        ]),
      }),
    ),
  })
  .meta({ id: 'FlagManifest' })

export type Manifest = z.output<typeof manifestSchema>
