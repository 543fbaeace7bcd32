import type { Cohort } from '../../data/records/cohort.ts'
import type { Project } from '../../data/records/project.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { ByteList, COMMA } from '../../foundation/bytes/byte-list.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { definitionBytes } from './definition-bytes.ts'
import { ProjectSnapshot } from './project-snapshot.ts'

/**
 * The version of the format below. Raise it whenever the shape or the meaning of a definition, a cohort or a project
 * changes between releases: releases that run concurrently then ignore what the other one stored.
 */
export const KEPT_FORMAT = 6

/** A stored snapshot, and when the store had confirmed it, by the clock of the instance that stored it. */
export interface KeptSnapshot {
  readonly snapshot: ProjectSnapshot
  readonly confirmedAtMs: number
}

interface KeptContent {
  readonly confirmedAtMs: number
  readonly project: Project
  readonly tag: string | null
  readonly cohorts: readonly Cohort[]
  readonly flags: readonly FlagDefinition[]
}

const encoder = new TextEncoder()
const HEADER = /^flagdeck (\d+) ([0-9a-f]{64})$/
const NEWLINE = 10
/** More than the longest header. */
const MAX_HEADER_BYTES = 100

/** Returns the snapshot as JSON below a header, `flagdeck FORMAT SHA-256`. */
export async function encodeSnapshot({ snapshot, confirmedAtMs }: KeptSnapshot): Promise<Uint8Array> {
  const { project, tag, cohorts, flags } = snapshot
  const head = JSON.stringify({ confirmedAtMs, project, tag, cohorts: [...cohorts.byId.values()] })
  const list = new ByteList()
  list.add(encoder.encode(`${head.slice(0, -1)},"flags":[`))
  const write = (flag: FlagDefinition, index: number) => {
    if (index > 0) list.add(COMMA)
    list.add(definitionBytes(flag))
  }
  // A definition can have half a MiB, so it yields after each.
  await visitYielding(flags, write, 1)
  list.add(encoder.encode(']}'))
  const content = await list.joined()
  const header = encoder.encode(`flagdeck ${KEPT_FORMAT} ${await sha256(content)}\n`)
  const bytes = new Uint8Array(header.length + content.length)
  bytes.set(header)
  bytes.set(content, header.length)
  return bytes
}

/** Returns the stored snapshot; undefined when the bytes are damaged, of another format, or not from Flagdeck. */
export async function decodeSnapshot(bytes: Uint8Array, clock: Clock): Promise<KeptSnapshot | undefined> {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(NEWLINE)
  const [, format, sum] = HEADER.exec(new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0)))) ?? []
  if (Number(format) !== KEPT_FORMAT) return undefined
  const content = bytes.subarray(end + 1)
  if ((await sha256(content)) !== sum) return undefined
  // The header guarantees the format, and the checksum that the content is complete.
  const { project, tag, flags, cohorts, confirmedAtMs } = JSON.parse(new TextDecoder().decode(content)) as KeptContent
  return { snapshot: ProjectSnapshot.of({ project, tag }, flags, cohorts, clock), confirmedAtMs }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // The memory belongs to this process and is not shared.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
