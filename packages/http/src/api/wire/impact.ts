import type { BlastRadius, BlastRadiusInput, DomainError, FlagPreview } from '@flagdeck/core'
import { type blastRadii, blastRadiiSchema, blastRadiusSchema, snakeCase } from '@flagdeck/core/operations'
import * as z from 'zod'
import { refusalCode } from '../../rest/error-codes.ts'
import type { OnWire } from './naming.ts'
import { requestBody } from './request-body.ts'

/** Core validates the condition separately, so its schema has no type for it and is cast here. */
export const blastRadiusBody = requestBody(blastRadiusSchema, { refuseUnknownExcept: [] }) as unknown as z.ZodType<
  BlastRadiusInput,
  OnWire<BlastRadiusInput>
>

/** Rounded to tens for keys without permission to read the counted users or groups (IMPACT-25). */
const count = () => z.int().min(0)
const counted = z
  .boolean()
  .describe('Whether stored persons or groups were counted. If not, numbers of zero have no meaning.')
const complete = z.boolean().describe('Whether all stored users or groups were checked; false if time ran out.')

/** A blast radius with its older and newer field names (IMPACT-7). */
export const blastRadiusAnswerSchema = z.object({
  affected: count(),
  total: count(),
  users_affected: count().describe('The same as affected.'),
  total_users: count().describe('The same as total.'),
  counted,
  complete,
})

export function blastRadiusAnswer({ affected, total, counted, complete }: BlastRadius) {
  return { affected, total, users_affected: affected, total_users: total, counted, complete }
}

type SeveralConditions = { readonly conditions: readonly BlastRadiusInput[] }

/** Cast for the same reason as {@link blastRadiusBody}. */
export const blastRadiiBody = requestBody(blastRadiiSchema, { refuseUnknownExcept: [] }) as unknown as z.ZodType<
  SeveralConditions,
  OnWire<SeveralConditions>
>

const refusedSchema = z.object({
  error: z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() }),
})

export const blastRadiiAnswerSchema = z.object({
  results: z.array(z.union([blastRadiusAnswerSchema, refusedSchema])).describe('In the order of the conditions.'),
})

export function blastRadiiAnswer(outcomes: Awaited<ReturnType<typeof blastRadii>>) {
  return { results: outcomes.map((each) => ('refused' in each ? refusedBody(each.refused) : blastRadiusAnswer(each))) }
}

function refusedBody(refused: DomainError) {
  const { message, attr } = refused
  return { error: { code: refusalCode(refused), detail: message, attr: attr === null ? null : snakeCase(attr) } }
}

const transitions = z.array(
  z.object({
    from: z.string().describe('The current result of the flag: the key of a variant, true or false.'),
    to: z.string().describe('The result after the edit.'),
    count: count(),
    sample: z.array(z.string()).describe('The first few of them, for keys with person:read, or group:read for groups.'),
  }),
)

/** The effect of an edit on results. PostHog's API has no counterpart. */
export const previewAnswerSchema = z.object({
  group_type_index: z.int().nullable().describe('The type of the groups that were checked; null: users.'),
  total: count().describe('The number of users or groups that were checked.'),
  counted,
  complete,
  changed: count().describe('The number that would get a different result.'),
  estimate: z
    .object({
      users: count().describe('Distinct users, or groups, of the flag today and in the six days before.'),
      changed: count().describe('About how many of them would get another answer.'),
      transitions: z
        .array(z.object({ from: z.string(), to: z.string(), count: count() }))
        .describe('About how many of them get each result, now and after the edit.'),
    })
    .nullable()
    .describe('Where it was not counted: an estimate from usage. null: it was counted, or cannot be estimated.'),
  transitions,
  dependants: z
    .array(z.object({ id: z.int(), key: z.string(), changed: count(), transitions }))
    .describe('Active flags that depend on this flag, directly or through other flags.'),
})

export function previewAnswer(preview: FlagPreview) {
  const { groupTypeIndex, total, counted, complete, changed, estimate, transitions, dependants } = preview
  return {
    group_type_index: groupTypeIndex,
    total,
    counted,
    complete,
    changed,
    estimate,
    transitions,
    dependants: dependants.map(({ flagId, ...counted }) => ({ id: flagId, ...counted })),
  }
}
