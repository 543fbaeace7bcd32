import { jsonProblem } from '../../parts/json-problem.ts'
import { edit } from '../../text/flag-edit.ts'
import { jsonWrong } from '../../text/json.ts'
import { type Draft, same } from './draft.ts'

/** Whether a text equals the draft, whatever its formatting. */
export function says(text: string, draft: Draft): boolean {
  return wrongWithJson(text) === undefined && same({ ...draft, ...fieldsIn(text, draft) }, draft)
}

/** Returns the fields of a text that are edited here. Other fields do not belong to a flag. */
export function fieldsIn(text: string, draft: Draft): Partial<Draft> {
  const written = JSON.parse(text) as Partial<Draft> // its shape was checked
  return Object.fromEntries(Object.entries(written).filter(([name]) => Object.hasOwn(draft, name)))
}

/** Returns the reason why a text cannot become the draft; undefined if it can. */
export function wrongWithJson(text: string): string | undefined {
  const problem = jsonProblem(text)
  if (problem) return jsonWrong(problem)
  return hasShape(JSON.parse(text)) ? undefined : edit.jsonShape
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Whether the form can show it. Other checks report further errors. */
function hasShape(value: unknown): boolean {
  if (!isObject(value) || typeof value.key !== 'string' || !isObject(value.filters)) return false
  const { groups, multivariate, payloads } = value.filters
  const variants = isObject(multivariate) ? multivariate.variants : []
  return (
    listOf(groups, isSet) &&
    listOf(variants, (each) => isObject(each) && typeof each.key === 'string' && isNumber(each.rollout_percentage)) &&
    (payloads == null || (isObject(payloads) && Object.values(payloads).every((each) => typeof each === 'string'))) &&
    [value.tags ?? [], value.evaluation_contexts ?? []].every(isTexts) &&
    [value.name ?? '', value.owner ?? ''].every((each) => typeof each === 'string')
  )
}

const isNumber = (value: unknown): boolean => typeof value === 'number'

const listOf = (value: unknown, holds: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds)

function isSet(value: unknown): boolean {
  if (!isObject(value) || !(value.rollout_percentage == null || isNumber(value.rollout_percentage))) return false
  return listOf(value.properties ?? [], (each) => isObject(each) && typeof each.key === 'string' && 'type' in each)
}
