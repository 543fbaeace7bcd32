import type { Person } from '../../data/records/person.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'

/** The properties with the name of a person, in order of preference. */
const NAMING_PROPERTIES = ['email', 'name', 'username']

/**
 * Returns the displayed name of the person: its e-mail address, name or user name, or else its distinct id (PERSON-31).
 */
export function personName({ distinctId, properties }: Pick<Person, 'distinctId' | 'properties'>): string {
  for (const property of NAMING_PROPERTIES) {
    const value = ownProperty(properties, property)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return distinctId
}
