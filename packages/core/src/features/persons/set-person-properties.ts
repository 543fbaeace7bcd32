import * as z from 'zod'
import type { Person } from '../../data/records/person.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { storedIdField } from '../../foundation/validation/distinct-id.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedBytes } from '../../runtime/stored-bytes.ts'
import { countStoredBytes } from './count-stored-bytes.ts'
import { mergeProperties, propertiesField, unsetField } from './properties-input.ts'

/** What a client may send to change what is known about a person. */
export const setPersonPropertiesSchema = withReadOnly(
  z.object({ properties: propertiesField(), unset: unsetField() }).partial(),
  fieldNames<Omit<Person, 'properties'>>({ projectId: true, distinctId: true, createdAt: true, updatedAt: true }),
)

/** What to keep about a person. */
export type SetPersonPropertiesInput = Readonly<z.input<typeof setPersonPropertiesSchema>>

const personId = z.object({ distinctId: storedIdField() })

/**
 * Lays properties over what is known about a person, who is made when there is none (PERSON-2). What is known counts
 * with the next evaluation; it is not part of the definitions, so the project's version stays.
 */
export async function setPersonProperties(
  ctx: ProjectContext,
  distinctId: string,
  input: SetPersonPropertiesInput,
): Promise<Person> {
  authorize(ctx.actor, 'person:write')
  parseInput(personId, { distinctId })
  const { properties = {}, unset = [] } = parseInput(setPersonPropertiesSchema, input)
  return writeStore(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    const before = await tx.persons.lock(ctx.project.id, distinctId)
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
