import type { JsonValue } from './json-value.ts'

/** The number of objects and lists in a value, itself included. */
export function countContainers(value: JsonValue | object): number {
  let count = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    count++
    for (const child of Array.isArray(next) ? next : Object.values(next)) open.push(child)
  }
  return count
}
