import fc from 'fast-check'
import { ACTOR_NAMES } from './actors.ts'
import { EMBEDDED_OPERATIONS } from './embedded-operations.ts'
import type { Step } from './trials.ts'
import { WRITES } from './write-operations.ts'

const STEPS = 20
/** More choices than any operation uses. */
const CHOICES = 14

export const OPERATIONS = [...Object.keys(WRITES), ...Object.keys(EMBEDDED_OPERATIONS)]
/** The operations on records that are checked afterwards. The others are chosen less often. */
const CENTRAL = OPERATIONS.filter((operation) =>
  /^(feature_flags|organization_feature_flags|dashboards|insights|cohorts|apply)/.test(operation),
)
const [MEMBER, COLLEAGUE, ...OTHERS] = ACTOR_NAMES

const actor = fc.oneof(fc.constantFrom(MEMBER, COLLEAGUE), fc.constantFrom(...OTHERS))
const operation = fc.oneof(
  { arbitrary: fc.constantFrom(...CENTRAL), weight: 3 },
  { arbitrary: fc.constantFrom(...OPERATIONS), weight: 1 },
)
export const choices = fc.array(fc.nat(999), { minLength: CHOICES, maxLength: CHOICES })
const step: fc.Arbitrary<Step> = fc.record({ actor, operation, choices })
const steps = fc.array(step, { minLength: 1, maxLength: STEPS, size: 'max' })

/** Several actors alternately, or one alone. */
export const sequence = fc.oneof(
  steps,
  fc.tuple(actor, steps).map(([actor, of]) => of.map((each) => ({ ...each, actor }))),
)
