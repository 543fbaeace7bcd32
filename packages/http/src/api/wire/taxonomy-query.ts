import { parseJson } from '@flagdeck/core/operations'
import * as z from 'zod'

/** A boolean in a query. Only `true` and `false` are accepted. */
export function queryBoolean() {
  return z
    .enum(['true', 'false'])
    .optional()
    .transform((word) => (word === undefined ? undefined : word === 'true'))
}

/** A boolean without an effect: definitions cannot be hidden here. */
export function nothingHidden() {
  return queryBoolean().describe('no definition is hidden, so this leaves none out')
}

export function searchedTerms() {
  return z.string().optional().describe('terms that are all part of the name, whatever its case')
}

/** Names that are separated by commas, or in several parameters. */
export function namesWithCommas(description: string) {
  return z
    .array(z.string())
    .optional()
    .transform((values) => values?.flatMap((value) => value.split(',').filter((name) => name !== '')))
    .describe(description)
}

/** A JSON list of strings. */
export function textList() {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return undefined
      const { data } = z.array(z.string()).safeParse(parseJson(text))
      if (data) return data
      context.addIssue({ code: 'custom', message: 'Expected a JSON list of names.' })
      return z.NEVER
    })
}
