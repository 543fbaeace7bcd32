import type { JsonValue } from './json-value.ts'

/** In memory, an object or a list takes 60 to 400 bytes, but `{}` takes two bytes of JSON. */
const BYTES_PER_CONTAINER = 128
/** The number of parts that are included in the bytes of a container: ordinary filters have no more. */
const PARTS_INCLUDED = 8
/** In memory, a short text in a list takes 32 bytes, and 40 more if a filter looks texts up. */
const BYTES_PER_PART = 32

/** Returns the bytes that count for the objects and lists of a value, in addition to its JSON (FLAG-124, FLAG-140). */
export function structureBytes(value: JsonValue | object): number {
  let bytes = 0
  const open: object[] = []
  const openContainer = (part: unknown): boolean => {
    const isContainer = typeof part === 'object' && part !== null
    if (isContainer) open.push(part)
    return isContainer
  }
  openContainer(value)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parts: readonly unknown[] = Array.isArray(next) ? next : Object.values(next)
    let containers = 0
    for (const part of parts) if (openContainer(part)) containers++
    const counted = Array.isArray(next) ? parts.length - containers : parts.length
    bytes += BYTES_PER_CONTAINER + BYTES_PER_PART * Math.max(0, counted - PARTS_INCLUDED)
  }
  return bytes
}
