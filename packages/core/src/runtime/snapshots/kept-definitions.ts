import type { Cohort } from '../../data/records/cohort.ts'
import type { Project } from '../../data/records/project.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { ByteList, COMMA } from '../../foundation/bytes/byte-list.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { definitionBytes } from './definition-bytes.ts'
import { ProjectSnapshot } from './project-snapshot.ts'

/**
 * Of what is written below. Raise it whenever a definition, a cohort or a project has another shape or meaning than in
 * the release before: releases that run side by side then do not read what the other one kept.
 */
export const KEPT_FORMAT = 6

/** A snapshot that was kept, and when the store had confirmed it, by the clock of who kept it. */
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
/** No header is longer. */
const MAX_HEADER_BYTES = 100

/** A header, `flagdeck FORMAT SHA-256`, and below it the snapshot as JSON. */
export async function encodeSnapshot({ snapshot, confirmedAtMs }: KeptSnapshot): Promise<Uint8Array> {
  const { project, tag, cohorts, flags } = snapshot
  const head = JSON.stringify({ confirmedAtMs, project, tag, cohorts: [...cohorts.byId.values()] })
  const list = new ByteList()
  list.add(encoder.encode(`${head.slice(0, -1)},"flags":[`))
  const write = (flag: FlagDefinition, index: number) => {
    if (index > 0) list.add(COMMA)
    list.add(definitionBytes(flag))
  }
  // Each may have half a MiB.
  await visitYielding(flags, write, 1)
  list.add(encoder.encode(']}'))
  const content = await list.joined()
  const header = encoder.encode(`flagdeck ${KEPT_FORMAT} ${await sha256(content)}\n`)
  const bytes = new Uint8Array(header.length + content.length)
  bytes.set(header)
  bytes.set(content, header.length)
  return bytes
}

/** The snapshot in some bytes; undefined when they are damaged, of another format, or not ours. */
export async function decodeSnapshot(bytes: Uint8Array, clock: Clock): Promise<KeptSnapshot | undefined> {
  const end = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(NEWLINE)
  const [, format, sum] = HEADER.exec(new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0)))) ?? []
  if (Number(format) !== KEPT_FORMAT) return undefined
  const content = bytes.subarray(end + 1)
  if ((await sha256(content)) !== sum) return undefined
  // Written by this format, as the header says, and whole, as the sum says.
  const { project, tag, flags, cohorts, confirmedAtMs } = JSON.parse(new TextDecoder().decode(content)) as KeptContent
  return { snapshot: ProjectSnapshot.of({ project, tag }, flags, cohorts, clock), confirmedAtMs }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // Memory of ours, which nobody shares.
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
