import type { Person } from '../../data/records/person.ts'
import { packText } from '../../evaluation/hashing/packed-text.ts'
import { sha1 } from '../../evaluation/hashing/sha1.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'

/** The properties that name a person, the first one first. */
const NAMING_PROPERTIES = ['email', 'name', 'username']

/** What people call the person: its e-mail address, name or user name, or else its distinct id (PERSON-31). */
export function personName({ distinctId, properties }: Pick<Person, 'distinctId' | 'properties'>): string {
  for (const property of NAMING_PROPERTIES) {
    const value = ownProperty(properties, property)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return distinctId
}

const NOTHING = packText('')

/**
 * A UUID that follows from the project and the distinct id, so it stays the same without being stored (PERSON-31). It has
 * version 8 of RFC 9562, because its bits are a hash.
 */
export function personUuid({ projectId, distinctId }: Pick<Person, 'projectId' | 'distinctId'>): string {
  const words = sha1(packText(`flagdeck person ${projectId}/`), packText(distinctId), NOTHING)
  const [a = '', b = '', c = '', d = ''] = [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  const variant = ((Number.parseInt(c.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  return `${a}-${b.slice(0, 4)}-8${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}
