import type { ProjectChange } from '../../data/change-bus.ts'
import { parseJson } from '../../foundation/json/json-value.ts'

/** A message between instances. */
export interface ChangeMessage {
  /** The instance that sent the message. */
  readonly from: string
  /** When it was sent, in milliseconds of a clock that only the sending instance can interpret. */
  readonly sentAt: number
  readonly changes: readonly ProjectChange[]
}

/** The maximum number of changes in one message, which keeps it below the 8,000 bytes that PostgreSQL accepts. */
export const MAX_CHANGES = 200

/**
 * Returns the message as JSON; changes are pairs to keep it short:
 * `{"from":"…","sentAt":12.5,"changes":[[projectId,version],…]}`.
 */
export function writeChangeMessage({ from, sentAt, changes }: ChangeMessage): string {
  return JSON.stringify({ from, sentAt, changes: changes.map(({ projectId, version }) => [projectId, version]) })
}

/**
 * Returns the parsed message; undefined for any other text, because other software or a later release may use the same
 * channel.
 */
export function readChangeMessage(text: string): ChangeMessage | undefined {
  const message = parseJson(text)
  if (typeof message !== 'object' || message === null) return undefined
  const { from, sentAt, changes } = message as Readonly<Record<string, unknown>> // an object, as checked above
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
