import { type FlagShape, type FlagSource, flagShapes } from './flag-shape.ts'
import { typeOfSchema, UNKNOWN } from './type-of-schema.ts'
import { typeOfValues } from './type-of-values.ts'
import { TYPED_CLIENTS } from './typed-clients.ts'

/** The first and the last line of the list of flags in a types file. */
export const FIRST_LINE = 'export interface Flags {'
export const LAST_LINE = '}'

/** The maximum length of a description. */
const MAX_DESCRIPTION = 200

/**
 * Returns a TypeScript file with the keys, variants and payloads of flags, and with functions that type clients
 * accordingly. The same flags produce the same file, whatever their order (TYPES-1).
 */
export function typesText(sources: readonly FlagSource[]): string {
  const flags = flagShapes(sources).flatMap((shape) => [...descriptionLine(shape), entryLine(shape)])
  return [
    '// Written by "flagdeck types", which writes it anew when flags have changed: edit the flags, not this file.',
    '/* eslint-disable */',
    '',
    '/** Every flag: the value that OpenFeature gives for it, what it answers, and the payload that comes with that. */',
    FIRST_LINE,
    ...flags,
    LAST_LINE,
    TYPED_CLIENTS,
  ].join('\n')
}

/** Returns one line for each flag, because files are compared by line. */
function entryLine(shape: FlagShape): string {
  const { value, variant, payload } = typesOf(shape)
  return `  ${JSON.stringify(shape.key)}: { value: ${value}; variant: ${variant}; payload: ${payload} }`
}

function typesOf(shape: FlagShape): {
  value: string
  variant: string
  payload: string
} {
  const { kind, variants, holdout } = shape
  const payload = payloadType(shape)
  const named = holdout === null ? variants : [...variants, holdout]
  const names = named.map((variant) => JSON.stringify(variant)).join(' | ')
  const boolean = holdout === null ? 'boolean' : `boolean | ${JSON.stringify(holdout)}`
  switch (kind) {
    case 'boolean':
      return { value: boolean, variant: boolean, payload }
    case 'variant':
      return { value: names, variant: `${names} | false`, payload }
    case 'payload':
      return {
        value: configurationType(shape),
        variant: variants.length > 0 ? `${names} | false` : boolean,
        payload,
      }
  }
}

/** Returns the type by the payload schema, or else by the payloads; null when there is none. */
function payloadType({ payloads, payloadSchema }: FlagShape): string {
  if (payloadSchema === null) return payloads === null ? UNKNOWN : typeOfValues([...payloads, null])
  const type = typeOfSchema(payloadSchema)
  return type === UNKNOWN ? UNKNOWN : `${type} | null`
}

/** Returns the type of the payload for remote configuration. Null is not a value. */
function configurationType({ payloads, payloadSchema }: FlagShape): string {
  if (payloadSchema !== null) return typeOfSchema(payloadSchema)
  const values = payloads?.filter((payload) => payload !== null) ?? []
  return values.length === 0 ? UNKNOWN : typeOfValues(values)
}

/** Returns the name of the flag as a comment on one line, which cannot contain the end of the comment. */
function descriptionLine({ description }: FlagShape): readonly string[] {
  const line = description
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim()
  return line === '' ? [] : [`  /** ${line.slice(0, MAX_DESCRIPTION)} */`]
}
