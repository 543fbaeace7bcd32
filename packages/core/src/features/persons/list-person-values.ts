import * as z from 'zod'
import { textOf, textWithin } from '../../evaluation/values/text-of.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { compareText } from '../../foundation/lists/compare-text.ts'
import { storedIdField } from '../../foundation/validation/distinct-id.ts'
import { textField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { readPersons } from './find-persons.ts'

/** The maximum number of values in a response, and of characters in a value. */
const MAX_VALUES = 100
const MAX_VALUE_LENGTH = 400

const questionSchema = z.object({
  key: textField().min(1),
  value: textField().optional(),
  after: storedIdField().optional(),
})

/** The property whose values to list. */
export interface PersonValuesQuestion {
  /** The name of the property. */
  readonly key: string
  /** Part of the value's text, ignoring case; empty or missing for any value. */
  readonly value?: string | undefined
  /** {@link PersonValues.next} of the previous response; missing to start with the first person. */
  readonly after?: string | undefined
}

/** Values of a property of some persons. */
export interface PersonValues {
  /**
   * As text, with the number of the read persons that have it. The most frequent values come first, then the order is
   * by the bytes of the text.
   */
  readonly values: readonly { readonly name: string; readonly count: number }[]
  /** The distinct id after which more persons follow; null if all were read. */
  readonly next: string | null
}

/** Lists the values that persons have for a property (PERSON-29). */
export async function listPersonValues(ctx: ProjectContext, question: PersonValuesQuestion): Promise<PersonValues> {
  authorize(ctx.actor, 'person:read')
  const { key, value = '', after = '' } = parseInput(questionSchema, question)
  const folded = value.toLowerCase()
  // Bound: dies with the request
  const counts = new Map<string, number>()
  let next: string | null = null
  for await (const part of readPersons(ctx, {}, after)) {
    next = part.next
    for (const { properties } of part.persons) {
      const name = nameOf(ownProperty(properties, key))
      if (name?.toLowerCase().includes(folded)) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const values = [...counts].map(([name, count]) => ({ name, count }))
  values.sort((a, b) => b.count - a.count || compareText(a.name, b.name))
  return { values: values.slice(0, MAX_VALUES), next }
}

/** Returns the text of a value. Returns undefined if there is no value, or it is too long to choose from. */
function nameOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') return textWithin(value, MAX_VALUE_LENGTH)
  const text = textOf(value)
  return text.length <= MAX_VALUE_LENGTH ? text : undefined
}
