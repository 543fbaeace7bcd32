import type { JsonValue } from '@flagdeck/core'
import type { ReadTransaction } from '@flagdeck/core/store'

/** The bytes of a project that count towards its bounds, and everything that a write of such bytes changes. */
export interface BoundedState {
  /** The totals that the store reports. */
  readonly bytes: Bytes
  /** The same totals, counted from the rows. */
  readonly recount: Bytes
  /** The version, the newest activity and the rows, as a text: it stays the same if nothing was written. */
  readonly written: string
}

interface Bytes {
  /** The bytes of live flags and cohorts (FLAG-124). */
  readonly definitions: number
  /** The bytes of persons and groups (PERSON-20). */
  readonly persons: number
}

const ALL = { limit: 1000, offset: 0 }
/** Bytes that a row counts in addition to its id and its properties (PERSON-20). */
const ROW_BYTES = 256
const BYTES_PER_CONTAINER = 128
const [PARTS_INCLUDED, BYTES_PER_PART] = [8, 32]

export async function boundedState(tx: ReadTransaction, id: number): Promise<BoundedState> {
  const project = await tx.projects.find(id)
  const [totals, size, flags, cohorts, persons, groups, activity] = await Promise.all([
    tx.projects.liveTotals(id),
    tx.projectSizes.find(id),
    tx.flags.listLive(id),
    tx.cohorts.listLive(id),
    tx.persons.list(id, '', ALL),
    Promise.all((project?.groupTypes ?? []).map((_, index) => tx.groups.list(id, index, '', ALL))),
    tx.activity.listNewest(id, { before: Number.MAX_SAFE_INTEGER }, 1),
  ])
  const rows = [
    ...persons.items.map(({ distinctId, properties }) => [distinctId, properties] as const),
    ...groups.flatMap(({ items }) => items.map(({ key, properties }) => [key, properties] as const)),
  ]
  const definitions = [
    ...flags.map(
      ({ name, filters, rollbackConditions, tags, evaluationContexts, payloadSchema, earlyAccess }) =>
        bytesOf(name) +
        [filters, rollbackConditions, payloadSchema, earlyAccess].map(structuredBytes).reduce(add) +
        [tags, evaluationContexts].map(jsonBytes).reduce(add),
    ),
    ...cohorts.map(
      ({ name, description, properties }) => bytesOf(name) + bytesOf(description) + structuredBytes(properties),
    ),
  ]
  return {
    bytes: { definitions: totals.bytes, persons: size?.bytes ?? 0 },
    recount: {
      definitions: definitions.reduce(add, 0),
      persons: rows.map(([key, properties]) => ROW_BYTES + bytesOf(key) + jsonBytes(properties)).reduce(add, 0),
    },
    written: JSON.stringify([
      project?.version,
      activity,
      flags.map(({ lastCalledAt: _, ...flag }) => flag),
      cohorts,
      rows,
    ]),
  }
}

/** Objects and lists count for more than their JSON (FLAG-124, FLAG-140). */
function structuredBytes(value: JsonValue | object): number {
  let bytes = jsonBytes(value)
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'object' || each === null) return each
    const counted = Array.isArray(each) ? each.filter((entry) => Object(entry) !== entry) : Object.keys(each)
    bytes += BYTES_PER_CONTAINER + BYTES_PER_PART * Math.max(0, counted.length - PARTS_INCLUDED)
    return each
  })
  return bytes
}

function jsonBytes(value: JsonValue | object): number {
  return bytesOf(JSON.stringify(value))
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

function add(a: number, b: number): number {
  return a + b
}
