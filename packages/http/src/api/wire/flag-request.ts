import type { JsonValue } from '@flagdeck/core'
import { createFlagSchema, updateFlagSchema } from '@flagdeck/core/operations'
import { renamer, requestBody } from './request-body.ts'

/** The body of a flag's creation. */
export const createFlagBody = requestBody(createFlagSchema)

const renameFlag = renamer(updateFlagSchema)

/** The body of a flag's update; `original_flag` is a flag itself, so its fields are renamed as well. */
export const updateFlagBody = requestBody(updateFlagSchema).transform((input) =>
  'originalFlag' in input ? { ...input, originalFlag: renameFlag(input.originalFlag as JsonValue) } : input,
)
