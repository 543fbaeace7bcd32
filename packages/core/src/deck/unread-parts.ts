import type { Decision } from '../evaluation/definition/decision.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import { nearNames } from '../features/filters/near-miss-keys.ts'
import { clip } from '../foundation/validation/clip.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ReportOnce } from '../runtime/report-once.ts'

const NAMES = fieldNames<Subject>({
  distinctId: true,
  properties: true,
  groups: true,
  groupProperties: true,
  deviceId: true,
  anonDistinctId: true,
  hashKeyOverrides: true,
  cohortIds: true,
  personMetadata: true,
})
// Bound: is as large as the list above
const KNOWN: ReadonlySet<string> = new Set(NAMES)

/** The parts whose keys the application chooses. */
const OBJECTS = ['properties', 'groups', 'groupProperties'] as const

/** The names that PostHog's libraries use for `properties`, which are too different to be recognized as misspelt. */
const PERSON_PROPERTIES = ['personProperties', 'person_properties']

const MAX_NAMED = 3

/**
 * Whether a decision may be due to a part of the subject that was not read: no condition matched. Other subjects are
 * not checked, which saves time.
 */
export function mayMissParts({ reason: { code } }: Decision): boolean {
  return code === 'no_condition_match' || code === 'out_of_rollout_bound'
}

/** The number of decisions that are checked from the start. */
const FIRST = 1000
/** One in this number of later decisions is checked: a check takes half as long as a fast evaluation. */
const ONE_IN = 128

/**
 * Returns a function that reports keys of a subject that evaluation does not read, and parts that are no objects, once
 * per kind (EMBED-50, EMBED-51).
 */
export function unreadPartsReporter(misuse: ReportOnce): (method: string, subject: Subject) => void {
  let checked = 0
  let passed = 0
  return (method, subject) => {
    if (checked >= FIRST) {
      if (++passed < ONE_IN) return
      passed = 0
    } else checked++
    try {
      reportUnreadParts(method, subject, misuse)
    } catch {
      // Reading values from JavaScript may throw, and evaluation never does.
    }
  }
}

function reportUnreadParts(method: string, subject: Subject, misuse: ReportOnce): void {
  if (hasUnreadKey(subject)) {
    misuse.report('unread subject key', () => mistake(method, `that has ${unreadKeys(subject)}`))
  }
  for (const name of OBJECTS) {
    const part: unknown = subject[name]
    if (isObjectOrMissing(part)) continue
    misuse.report(`subject ${name}`, () => mistake(method, `whose ${name} is ${kindOf(part)} instead of an object.`))
  }
}

function hasUnreadKey(subject: Subject): boolean {
  for (const key in subject) {
    if (!KNOWN.has(key) && Object.hasOwn(subject, key) && subject[key as keyof Subject] !== undefined) return true
  }
  return false
}

function isObjectOrMissing(part: unknown): boolean {
  if (part === undefined || part === null) return true
  return typeof part === 'object' && !Array.isArray(part) && !(part instanceof Map)
}

function kindOf(part: unknown): string {
  if (Array.isArray(part)) return 'a list'
  return part instanceof Map ? 'a Map' : `a ${typeof part}`
}

function mistake(method: string, detail: string): TypeError {
  return new TypeError(`flags.${method} was called with a subject ${detail}`)
}

function unreadKeys(subject: object): string {
  const keys = Object.entries(subject).flatMap(([key, value]) => (KNOWN.has(key) || value === undefined ? [] : [key]))
  const nearNameOf = nearNames([])
  for (const key of keys) {
    const meant = PERSON_PROPERTIES.includes(key) ? 'properties' : nearNameOf({ key, known: NAMES })
    if (meant !== undefined) return `${quoted([key])}, which evaluation does not read: did you mean "${meant}"?`
  }
  const example = "Pass { distinctId: 'user-42', properties: { plan: 'pro' } }."
  return `${quoted(keys.slice(0, MAX_NAMED))}, which evaluation does not read. ${example}`
}

function quoted(keys: readonly string[]): string {
  return keys.map((key) => `"${clip(key)}"`).join(', ')
}
