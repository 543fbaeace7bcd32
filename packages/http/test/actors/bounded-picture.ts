import type { JsonValue } from '@flagdeck/core'
import type { ReadTransaction } from '@flagdeck/core/store'

/** A project as far as its bounds are concerned. */
export interface BoundedPicture {
  /** Bytes of live flags and cohorts, and of persons and groups, as the store counts them. */
  readonly bytes: Bytes
  /** The same, counted from the rows. */
  readonly recount: Bytes
  /** Whatever a write changes: the version, the newest activity, and the rows. */
  readonly written: string
}

interface Bytes {
  readonly definitions: number
  readonly persons: number
}

const ALL = { limit: 1000, offset: 0 }
/** PERSON-20: what a row counts beside its id and its properties. */
const ROW_BYTES = 256

export async function boundedPicture(tx: ReadTransaction, id: number): Promise<BoundedPicture> {
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
  const known = [
    ...persons.items.map(({ distinctId, properties }) => [distinctId, properties] as const),
    ...groups.flatMap(({ items }) => items.map(({ key, properties }) => [key, properties] as const)),
  ]
  const definitions = [
    ...flags.map(
      ({ name, filters, rollbackConditions, tags, evaluationContexts, payloadSchema }) =>
        utf8(name) + [filters, rollbackConditions, tags, evaluationContexts, payloadSchema].map(json).reduce(add),
    ),
    ...cohorts.map(({ name, description, properties }) => utf8(name) + utf8(description) + json(properties)),
  ]
  return {
    bytes: { definitions: totals.bytes, persons: size?.bytes ?? 0 },
    recount: {
      definitions: definitions.reduce(add, 0),
      persons: known.map(([key, properties]) => ROW_BYTES + utf8(key) + json(properties)).reduce(add, 0),
    },
    written: JSON.stringify([
      project?.version,
      activity,
      flags.map(({ lastCalledAt: _, ...flag }) => flag),
      cohorts,
      known,
    ]),
  }
}

function json(value: JsonValue | object): number {
  return utf8(JSON.stringify(value))
}

function utf8(text: string): number {
  return Buffer.byteLength(text)
}

function add(a: number, b: number): number {
  return a + b
}
