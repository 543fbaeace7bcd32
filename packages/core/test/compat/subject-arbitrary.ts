import fc from 'fast-check'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import { PROPERTY_KINDS } from './filter-arbitrary.ts'

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })

// Every property is there nearly always: of one that is missing the SDK mostly says that it cannot know.
const properties = fc.tuple(...PROPERTY_KINDS.map((kind) => kind.value), fc.nat(19)).map((parts) => {
  const missing = Number(parts.at(-1))
  const entries = PROPERTY_KINDS.flatMap((kind, index) =>
    index === missing ? [] : [[kind.name, parts[index] ?? null] as const],
  )
  return Object.fromEntries(entries)
})

/** A subject with a name, a device, and mostly an organization. */
export const subject: fc.Arbitrary<Subject> = fc
  .record({ distinctId: name, deviceId: name, properties, organization: fc.option(name), group: properties })
  .map(({ distinctId, deviceId, properties, organization, group }) => ({
    distinctId,
    deviceId,
    properties,
    ...(organization === null ? {} : { groups: { organization }, groupProperties: { organization: group } }),
  }))
