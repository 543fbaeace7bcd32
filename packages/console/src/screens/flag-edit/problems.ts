import type { ApiProblem } from '../../api/api-problem.ts'
import { unfinishedFilter, wrongWithFilter } from '../../parts/conditions/check-filter.ts'
import { jsonProblem } from '../../parts/json-problem.ts'
import { isPercentage } from '../../parts/number.ts'
import { edit, percentageRule } from '../../text/flag-edit.ts'
import { jsonWrong } from '../../text/json.ts'
import type { Draft, Edit } from './draft.ts'

/** Errors by the path of the field: `key`, `groups[0].properties[1]`, `payloads.test`. */
export type Problems = ReadonlyMap<string, string>

const KEY = /^[a-zA-Z0-9_-]+$/
const VARIANT_KEY = /^[a-zA-Z0-9_./-]+$/

/** Returns the errors that the API would report, as far as the console can check them. */
export function problemsOf(draft: Draft): Problems {
  return new Map(
    [keyProblems, variantProblems, setProblems, payloadProblems, schemaProblems].flatMap((rule) => rule(draft)),
  )
}

/** Returns the problems without those of untouched input: the key of a new flag, and incomplete filters. */
export function toldAtOnce(problems: Problems, { version, draft }: Edit): Problems {
  const isNew = version === null
  const excused = new Set(isNew && draft.key === '' ? ['key', ...unfinished(draft)] : unfinished(draft))
  return new Map([...problems].filter(([path]) => !excused.has(path)))
}

function unfinished({ filters }: Draft): readonly string[] {
  return filters.groups.flatMap(({ properties }, index) =>
    (properties ?? []).flatMap((filter, place) =>
      unfinishedFilter(filter) === undefined ? [] : [`groups[${index}].properties[${place}]`],
    ),
  )
}

type Found = [path: string, sentence: string][]

function keyProblems({ key }: Draft): Found {
  if (key === '') return [['key', edit.keyMissing]]
  if (key.length > 400) return [['key', edit.keyTooLong]]
  return KEY.test(key) ? [] : [['key', edit.keyRule]]
}

function variantProblems({ filters }: Draft): Found {
  const variants = filters.multivariate?.variants ?? []
  if (variants.length === 0) return []
  const found: Found = variants.flatMap(({ key }, index): Found => {
    const path = `multivariate.variants[${index}].key`
    if (!VARIANT_KEY.test(key)) return [[path, edit.variantKeyRule]]
    return variants.findIndex((other) => other.key === key) < index ? [[path, edit.variantTwice(key)]] : []
  })
  const shares = variants.map(({ rollout_percentage }) => rollout_percentage)
  const wrongShares = shares.flatMap(
    (share, index): Found => percentageProblem(share, `multivariate.variants[${index}]`),
  )
  if (wrongShares.length > 0) return [...found, ...wrongShares]
  const missing = missingShare(shares)
  return missing === 0 ? found : [...found, ['multivariate.variants', edit.shares(missing)]]
}

/** Returns the reason why the variants of a draft cannot be saved. */
export function wrongWithVariants(draft: Draft): string | undefined {
  return variantProblems(draft)[0]?.[1]
}

/** Returns the difference between 100 and the sum of the shares; it is negative if they exceed 100. */
export function missingShare(shares: readonly number[]): number {
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0)
  // Thirds do not add up to exactly 100 in floating point.
  return Math.abs(missing) <= 1e-6 ? 0 : Math.round(missing * 1e4) / 1e4
}

function setProblems({ filters }: Draft): Found {
  const keys = new Set((filters.multivariate?.variants ?? []).map(({ key }) => key))
  return filters.groups.flatMap((set, index): Found => {
    const override: Found =
      set.variant && !keys.has(set.variant) ? [[`groups[${index}].variant`, edit.noSuchVariant(set.variant)]] : []
    const filtersWrong = (set.properties ?? []).flatMap((filter, place): Found => {
      const wrong = wrongWithFilter(filter)
      return wrong === undefined ? [] : [[`groups[${index}].properties[${place}]`, wrong]]
    })
    return [...override, ...percentageProblem(set.rollout_percentage ?? 100, `groups[${index}]`), ...filtersWrong]
  })
}

/** The range of CONSOLE-390. */
function percentageProblem(value: number, path: string): Found {
  return isPercentage(value) ? [] : [[`${path}.rollout_percentage`, percentageRule]]
}

function payloadProblems({ filters }: Draft): Found {
  return Object.entries(filters.payloads ?? {}).flatMap(([key, text]): Found => {
    const problem = jsonProblem(text)
    return problem ? [[`payloads.${key}`, jsonWrong(problem)]] : []
  })
}

function schemaProblems({ payload_schema: schema }: Draft): Found {
  if (typeof schema !== 'string') return []
  const problem = jsonProblem(schema)
  return [['payload_schema', problem ? jsonWrong(problem) : edit.payloadSchemaShape]]
}

interface Violation {
  readonly attr?: string | null
  readonly detail?: string
}

const PLACE = /^((?:groups|multivariate|payloads|holdout)[\w.[\]-]*): (.*)$/s
const PAYLOAD = /^payloads: Payload for key '(.*)' is/

/** Returns the errors that the API reported, by the path of their field. */
export function problemsTold({ attr, message, extra }: ApiProblem): Problems {
  const errors = Array.isArray(extra.errors) ? (extra.errors as readonly Violation[]) : [{ attr, detail: message }] // the API's shape
  const found = errors.map(({ attr: field, detail = message }) => placed(field ?? '', detail))
  // The footer shows errors that belong to no field.
  return new Map(found.filter(([path]) => path !== ''))
}

function placed(field: string, detail: string): [string, string] {
  const payload = PAYLOAD.exec(detail)?.[1]
  if (payload !== undefined) return [`payloads.${payload}`, detail]
  const [, path, sentence] = PLACE.exec(detail) ?? []
  if (path !== undefined && sentence !== undefined) return [path, sentence]
  return [pathOfAttr(field), detail]
}

/** Returns `groups[0].variant` for `filters__groups__0__variant`. */
function pathOfAttr(attr: string): string {
  const parts = attr.split('__')
  const inside = parts[0] === 'filters' && parts.length > 1 ? parts.slice(1) : parts
  return inside.reduce(
    (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  )
}

/** Returns the error of a field or of anything inside it. */
export function wrongAt(problems: Problems, path: string): string | undefined {
  return [...problems].find(([at]) => isWithin(at, path))?.[1]
}

/** Returns the problems of a field and of everything inside it. */
export function problemsAt(problems: Problems, path: string): Problems {
  return new Map([...problems].filter(([at]) => isWithin(at, path)))
}

/** Returns the number of errors in some fields. */
export function wrongCount(problems: Problems, paths: readonly string[]): number {
  return [...problems.keys()].filter((at) => paths.some((path) => isWithin(at, path))).length
}

function isWithin(at: string, path: string): boolean {
  return at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`)
}
