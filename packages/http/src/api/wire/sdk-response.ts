import type { Decision } from '@flagdeck/core'
import { writtenOnce } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import * as z from 'zod'
import { jsonTexts, LongObject } from '../../rest/json/long-json.ts'
import { storedPart, tagOfParts, textOfPart, type WrittenPart, writtenPart } from '../../rest/pages/written-part.ts'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { SDK_CONFIG, sdkConfigSchema } from './sdk-config.ts'
import type { SdkAnswerKind, SdkForm } from './sdk-version.ts'

const answeredSchema = {
  errorsWhileComputingFlags: z.boolean(),
  requestId: z.string(),
  evaluatedAt: z.int().describe('Milliseconds since 1970.'),
  ...sdkConfigSchema.partial().shape,
}

const flagValues = z.record(z.string(), z.union([z.boolean(), z.string()]))

const evaluatedFlag = z.object({
  key: z.string(),
  enabled: z.boolean(),
  variant: z.string().nullable(),
  reason: z.object({ code: z.string(), condition_index: z.int().nullable(), description: z.string() }),
  metadata: z.object({
    id: z.int(),
    version: z.int(),
    description: z.null(),
    payload: z.string().nullable(),
    has_experiment: z.boolean(),
  }),
  failed: z.boolean().optional(),
})

/** The response of `POST /flags/?v=2` (PROTO-1). */
export const flagsResponseSchema = z
  .object({
    ...answeredSchema,
    flags: z.record(z.string(), evaluatedFlag),
    minimalFlagCalledEvents: z.literal(true).describe('Events that a flag was called need to say little else.'),
  })
  .meta({ id: 'EvaluatedFlags' })

/** The response of `POST /flags/?v=1` and `POST /decide/?v=3`: values and payloads in two maps. */
export const flagValuesSchema = z
  .object({
    featureFlags: flagValues,
    featureFlagPayloads: z.record(z.string(), z.string()),
    ...answeredSchema,
  })
  .meta({ id: 'EvaluatedFlagValues' })

/** The response of `POST /decide/?v=2`: the values of the flags that are on. */
const enabledValuesSchema = z.object({ featureFlags: flagValues, ...answeredSchema }).meta({ id: 'EnabledFlagValues' })

/** The response of `POST /decide/` without a version: the keys of the flags that are on. */
const enabledKeysSchema = z
  .object({ featureFlags: z.array(z.string()), ...answeredSchema })
  .meta({ id: 'EnabledFlagKeys' })

/** The response of `POST /decide/` with any version. */
export const decideResponseSchema = z.union([
  flagsResponseSchema,
  flagValuesSchema,
  enabledValuesSchema,
  enabledKeysSchema,
])

interface Answered {
  readonly requestId: string
  readonly evaluatedAt: number
}

/** The fields that each form adds to the response. */
interface DecisionsIn {
  readonly flags: Pick<DeepReadonly<z.output<typeof flagsResponseSchema>>, 'flags' | 'minimalFlagCalledEvents'>
  readonly values: Pick<DeepReadonly<z.output<typeof flagValuesSchema>>, 'featureFlags' | 'featureFlagPayloads'>
  readonly 'enabled values': Pick<DeepReadonly<z.output<typeof enabledValuesSchema>>, 'featureFlags'>
  readonly keys: Pick<DeepReadonly<z.output<typeof enabledKeysSchema>>, 'featureFlags'>
}

/** The decisions as JSON text, in the form that an SDK requests. */
export function evaluationText(decisions: readonly Decision[], kind: SdkAnswerKind, answered: Answered): string {
  return TEXT_IN[kind.form](decisions, openingOf(decisions, kind, answered))
}

/** {@link evaluationText} in parts, for decisions that are too long for one text. */
export function evaluationParts(
  decisions: readonly Decision[],
  kind: SdkAnswerKind,
  answered: Answered,
): Iterable<string> {
  return PARTS_IN[kind.form](decisions, openingOf(decisions, kind, answered))
}

function openingOf(
  decisions: readonly Decision[],
  { withConfig }: SdkAnswerKind,
  { requestId, evaluatedAt }: Answered,
): string {
  const answer = {
    ...(withConfig ? SDK_CONFIG : {}),
    errorsWhileComputingFlags: decisions.some((decision) => decision.failed),
    requestId,
    evaluatedAt,
  }
  return `${JSON.stringify(answer).slice(0, -1)},`
}

/**
 * A weak entity tag of {@link evaluationText}. It is the same for the same decisions in the same form, whatever the
 * request's id and time.
 */
export async function evaluationTag(
  decisions: readonly Decision[],
  { form, withConfig }: SdkAnswerKind,
): Promise<string> {
  return tagOf(decisions.map(flagPart), { form, withConfig })
}

/** {@link evaluationTag} of decisions that are so long that writing them must yield to other requests. */
export async function longEvaluationTag(decisions: readonly Decision[], kind: SdkAnswerKind): Promise<string> {
  return tagOf(await mapYielding(decisions, flagPart, 1), kind)
}

async function tagOf(parts: readonly WrittenPart[], { form, withConfig }: SdkAnswerKind): Promise<string> {
  return `W/"${await tagOfParts(parts, (withConfig ? WITH_CONFIG : WITHOUT_CONFIG)[form])}"`
}

type FormParts = Readonly<Record<SdkForm, WrittenPart>>

const WITH_CONFIG = formParts(true)
const WITHOUT_CONFIG = formParts(false)

/**
 * The parts of a tag that represent the form, with all of the response except decisions. Another release may respond
 * differently.
 */
function formParts(withConfig: boolean): FormParts {
  const part = (form: SdkForm) => writtenPart(form + JSON.stringify(withConfig ? SDK_CONFIG : {}))
  return { flags: part('flags'), values: part('values'), 'enabled values': part('enabled values'), keys: part('keys') }
}

/** Maps are built with `fromEntries`, so that a flag named `__proto__` is like any other. */
const TEXT_IN: Readonly<Record<SdkForm, (decisions: readonly Decision[], opening: string) => string>> = {
  flags: flagsText,
  values: (decisions, opening) =>
    jsonIn('values', opening, { featureFlags: valuesOf(decisions), featureFlagPayloads: payloadsOf(decisions) }),
  'enabled values': (decisions, opening) =>
    jsonIn('enabled values', opening, { featureFlags: valuesOf(decisions.filter(({ enabled }) => enabled)) }),
  keys: (decisions, opening) =>
    jsonIn('keys', opening, { featureFlags: decisions.flatMap(({ enabled, key }) => (enabled ? [key] : [])) }),
}

const PARTS_IN: Readonly<Record<SdkForm, (decisions: readonly Decision[], opening: string) => Iterable<string>>> = {
  flags: flagsParts,
  values: (decisions, opening) => {
    const payloads = decisions
      .filter(({ payload }) => payload !== null)
      .map(({ key, payload }) => [key, payload] as const)
    return jsonTexts({ featureFlags: valuesOf(decisions), featureFlagPayloads: new LongObject(payloads) }, opening)
  },
  // These have no payloads.
  'enabled values': (decisions, opening) => [TEXT_IN['enabled values'](decisions, opening)],
  keys: (decisions, opening) => [TEXT_IN.keys(decisions, opening)],
}

function jsonIn<Form extends SdkForm>(_form: Form, opening: string, decisions: DecisionsIn[Form]): string {
  return opening + JSON.stringify(decisions).slice(1)
}

/** The surrounding text is joined together with the parts: adding it afterwards would copy everything once more. */
function flagsText(decisions: readonly Decision[], opening: string): string {
  const head = `${opening}"minimalFlagCalledEvents":true,"flags":{`
  if (decisions.length === 0) return `${head}}}`
  const texts = decisions.map(flagText)
  texts[0] = `${head}${texts[0]}`
  texts[texts.length - 1] += '}}'
  return texts.join(',')
}

function* flagsParts(decisions: readonly Decision[], opening: string): Generator<string> {
  let lead = `${opening}"minimalFlagCalledEvents":true,"flags":{`
  for (const decision of decisions) {
    yield lead + flagText(decision)
    lead = ','
  }
  yield '}}'
}

function flagText(decision: Decision): string {
  return textOfPart(flagPart(decision), decision, writeFlagText)
}

/** A flag has few different decisions, which all clients share: each is written once. */
function flagPart(decision: Decision): WrittenPart {
  return writtenOnce(decision, writeFlag)
}

function writeFlag(decision: Decision): WrittenPart {
  return storedPart(writeFlagText(decision))
}

function writeFlagText(decision: Decision): string {
  return `${JSON.stringify(decision.key)}:${JSON.stringify(evaluatedFlagBody(decision))}`
}

/** Browsers overwrite their stored value with that of a failed flag, unless it is marked as failed. */
function evaluatedFlagBody(decision: Decision): DeepReadonly<z.output<typeof evaluatedFlag>> {
  const { key, enabled, variant, reason, payload, flagId, version, failed } = decision
  return {
    key,
    enabled,
    variant,
    reason: { code: reason.code, condition_index: reason.conditionIndex, description: reason.description },
    metadata: { id: flagId ?? 0, version: version ?? 0, description: null, payload, has_experiment: false },
    ...(failed ? { failed: true } : {}),
  }
}

function valuesOf(decisions: readonly Decision[]) {
  return Object.fromEntries(decisions.map(({ key, enabled, variant }) => [key, variant ?? enabled]))
}

function payloadsOf(decisions: readonly Decision[]) {
  return Object.fromEntries(decisions.flatMap(({ key, payload }) => (payload === null ? [] : [[key, payload]])))
}
