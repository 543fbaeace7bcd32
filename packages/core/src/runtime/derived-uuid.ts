import { packText } from '../evaluation/hashing/packed-text.ts'
import { sha1 } from '../evaluation/hashing/sha1.ts'

const NOTHING = packText('')

/**
 * Returns a UUID that is derived from a project, a kind of record and a name, so that it stays the same without being
 * stored. Its version is 8 (RFC 9562), because its bits are a hash.
 */
export function derivedUuid(kind: string, projectId: number, name: string): string {
  const words = sha1(packText(`flagdeck ${kind} ${projectId}/`), packText(name), NOTHING)
  const [a = '', b = '', c = '', d = ''] = [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0'))
  const variant = ((Number.parseInt(c.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  return `${a}-${b.slice(0, 4)}-8${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}
