import {
  type CreateFlagInput,
  createFlagSchema,
  type JsonValue,
  type UpdateFlagInput,
  updateFlagSchema,
} from '@flagdeck/core'
import type { z } from 'zod'
import type { SnakeCased } from './naming.ts'
import { renamer, requestBody } from './request-body.ts'

/** A flag's input with core's own types: its schemas leave filters to rules of their own. */
type FlagBodySchema<Input> = z.ZodType<Input, SnakeCased<Input>>

/** The body of a flag's creation. */
export const createFlagBody = requestBody(createFlagSchema) as unknown as FlagBodySchema<CreateFlagInput>

const renameFlag = renamer(updateFlagSchema)

/** The body of a flag's update; `original_flag` is a flag itself, so its fields are renamed as well. */
export const updateFlagBody = requestBody(updateFlagSchema).transform((input) =>
  'originalFlag' in input ? { ...input, originalFlag: renameFlag(input.originalFlag as JsonValue) } : input,
) as unknown as FlagBodySchema<UpdateFlagInput>
