import { useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { jsonProblem } from '../../parts/json-problem.ts'
import { edit } from '../../text/flag-edit.ts'
import { jsonWrong } from '../../text/json.ts'
import type { Draft } from './draft.ts'
import type { SectionProps } from './section-props.ts'

/** The flag as JSON, which changes the form as soon as it is right. */
export function JsonView({ draft, change, problems }: SectionProps) {
  const [text, setText] = useState(() => JSON.stringify(draft, null, 2))
  const wrong = wrongWith(text) ?? [...problems.values()][0]
  const type = (typed: string) => {
    setText(typed)
    if (wrongWith(typed) === undefined) change({ ...draft, ...known(JSON.parse(typed), draft) })
  }
  return (
    <Field label={edit.jsonLabel} hint={edit.jsonHint} wrong={wrong}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="input mono json"
          rows={28}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function wrongWith(text: string): string | undefined {
  const problem = jsonProblem(text)
  if (problem) return jsonWrong(problem)
  return hasShape(JSON.parse(text)) ? undefined : edit.jsonShape
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Whether the form can show it; what else is wrong with it, the checks say. */
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

/** The fields that are edited here; what else was written has no place in a flag. */
function known(written: Partial<Draft>, draft: Draft): Partial<Draft> {
  return Object.fromEntries(Object.entries(written).filter(([name]) => name in draft))
}
