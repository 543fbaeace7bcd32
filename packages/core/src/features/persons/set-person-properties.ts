import * as z from 'zod'
import type { Person } from '../../data/records/person.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { requireStorable, storedIdField } from '../../foundation/validation/distinct-id.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedBytes } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'
import { MAX_UNSET, mergeProperties, propertiesField, unsetField } from './properties-input.ts'

/** What a client may send to change the properties of a person. */
export const setPersonPropertiesSchema = withReadOnly(
  z.object({ properties: propertiesField(), unset: unsetField() }).partial(),
  fieldNames<Omit<Person, 'properties'>>({ projectId: true, distinctId: true, createdAt: true, updatedAt: true }),
)

/** The properties of a person to store. */
export type SetPersonPropertiesInput = Readonly<z.input<typeof setPersonPropertiesSchema>>

const personId = z.object({ distinctId: storedIdField() })

/** What a client may send to set one property. */
export const setPropertySchema = z.object({ key: z.string().min(1), value: z.unknown().nonoptional() })

/** What a client may send to remove properties: one name, or several. */
export const removePropertiesSchema = z.object({
  $unset: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_UNSET)]),
})

/**
 * Sets one property of a person (PERSON-30).
 * @throws DomainError `not_found` if there is no such person
 */
export async function setPersonProperty(
  ctx: ProjectContext,
  distinctId: string,
  input: z.input<typeof setPropertySchema>,
): Promise<Person> {
  authorize(ctx.actor, 'person:write')
  const { key, value } = parseInput(setPropertySchema, input)
  // `fromEntries` defines keys, so that a key called `__proto__` is normal data.
  return changeKnownPerson(ctx, distinctId, { properties: Object.fromEntries([[key, value as JsonValue]]) }) // checked there
}

/**
 * Removes properties of a person (PERSON-30).
 * @throws DomainError `not_found` if there is no such person
 */
export async function removePersonProperties(
  ctx: ProjectContext,
  distinctId: string,
  input: z.input<typeof removePropertiesSchema>,
): Promise<Person> {
  authorize(ctx.actor, 'person:write')
  const { $unset } = parseInput(removePropertiesSchema, input)
  return changeKnownPerson(ctx, distinctId, { unset: typeof $unset === 'string' ? [$unset] : $unset })
}

async function changeKnownPerson(ctx: ProjectContext, distinctId: string, input: SetPersonPropertiesInput) {
  return savePerson(
    ctx,
    requireStorable(distinctId, 'Person', ctx),
    parseInput(setPersonPropertiesSchema, input),
    false,
  )
}

/**
 * Merges properties into those of a person, who is created if there is none (PERSON-2). The next evaluation uses them.
 * They are not part of the definitions, so the project's version stays the same.
 */
export async function setPersonProperties(
  ctx: ProjectContext,
  distinctId: string,
  input: SetPersonPropertiesInput,
): Promise<Person> {
  authorize(ctx.actor, 'person:write')
  parseInput(personId, { distinctId })
  return savePerson(ctx, distinctId, parseInput(setPersonPropertiesSchema, input), true)
}

async function savePerson(
  ctx: ProjectContext,
  distinctId: string,
  { properties = {}, unset = [] }: SetPersonPropertiesInput,
  isCreated: boolean,
): Promise<Person> {
  return writeStore(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    const before = await tx.persons.lock(ctx.project.id, distinctId)
    if (!before && !isCreated) throw recordNotFound('Person', distinctId, ctx)
    const now = timestampOf(ctx.clock())
    const person: Person = {
      projectId: ctx.project.id,
      distinctId,
      properties: mergeProperties(before?.properties ?? {}, properties, unset, 'properties'),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    }
    await tx.persons.save(person)
    const growth = storedBytes(distinctId, person) - storedBytes(distinctId, before)
    await countStoredBytes(tx, ctx, growth)
    return person
  })
}
