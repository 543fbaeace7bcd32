import { INTEGER_REQUIRED, notFound, projectNotFound } from '@flagdeck/core/operations'
import * as z from 'zod'

const NOT_FOUND = notFound().message
const MAX_ID = 2 ** 31 - 1

/** The documented type of an id: a number, as elsewhere. */
const WHOLE = { type: 'integer', minimum: 0, maximum: MAX_ID } as const

/** A whole-number id in a path. Other values identify nothing, so the response is 404. */
export function integerId() {
  return z
    .string()
    .transform((text, context) => wholeNumber(text) ?? refuse(context, NOT_FOUND))
    .meta(WHOLE)
}

/** `{version}`: a whole number. Other values are no version, so the response is 404. */
export function versionId() {
  return integerId()
}

/** A version in a query. */
export function wholeVersion() {
  return z
    .string()
    .transform((text, context) => wholeNumber(text) ?? refuse(context, INTEGER_REQUIRED))
    .meta(WHOLE)
}

/** `{project_id}`: a whole number, or `@current` for the caller's own project. */
export function projectId() {
  return z
    .string()
    .transform((text, context) => parseProjectId(text) ?? refuse(context, projectNotFound().message))
    .meta({ type: ['integer', 'string'], pattern: '^([0-9]{1,10}|@current)$', examples: [1, '@current'] })
}

/** The value of `{project_id}`; undefined when it identifies nothing. */
export function parseProjectId(text: string): number | '@current' | undefined {
  return text === '@current' ? text : wholeNumber(text)
}

/** An insight's id in a path, or the short id of its links. */
export function insightId() {
  return z
    .string()
    .transform((text, context) => {
      const id = wholeNumber(text)
      if (id !== undefined) return id
      return /^[0-9a-z]{8}$/i.test(text) ? text : refuse(context, NOT_FOUND)
    })
    .meta({ type: ['integer', 'string'], pattern: '^([0-9]{1,10}|[0-9a-zA-Z]{8})$' })
}

/** A UUID in a path, in lower case. */
export function uuidId() {
  return z
    .string()
    .transform((text, context) => {
      const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
      return isUuid ? text.toLowerCase() : refuse(context, NOT_FOUND)
    })
    .meta({ format: 'uuid' })
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : undefined
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
