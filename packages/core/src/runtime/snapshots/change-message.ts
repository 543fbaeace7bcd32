import type { ProjectChange } from '../../data/change-bus.ts'
import { parseJson } from '../../foundation/json/json-value.ts'

/** What instances say to each other. */
export interface ChangeMessage {
  /** The instance that says it. */
  readonly from: string
  /** When it was sent, in milliseconds of a clock that only that instance can read. */
  readonly sentAt: number
  readonly changes: readonly ProjectChange[]
}

/** A message of so many stays below the 8,000 bytes that PostgreSQL takes. */
export const MAX_CHANGES = 200

/** Changes are pairs, to be short: `{"from":"…","sentAt":12.5,"changes":[[projectId,version],…]}`. */
export function writeChangeMessage({ from, sentAt, changes }: ChangeMessage): string {
  return JSON.stringify({ from, sentAt, changes: changes.map(({ projectId, version }) => [projectId, version]) })
}

/** The message in a text; undefined for what is none: others may use the same channel, or a later release does. */
export function readChangeMessage(text: string): ChangeMessage | undefined {
  const message = parseJson(text)
  if (typeof message !== 'object' || message === null) return undefined
  const { from, sentAt, changes } = message as Readonly<Record<string, unknown>> // an object, as was just seen
  if (typeof from !== 'string' || typeof sentAt !== 'number' || !Array.isArray(changes)) return undefined
  return { from, sentAt, changes: changes.flatMap(readChange) }
}

function readChange(pair: unknown): ProjectChange[] {
  if (!Array.isArray(pair)) return []
  const [projectId, version]: readonly unknown[] = pair
  return isCount(projectId) && isCount(version) ? [{ projectId, version }] : []
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
