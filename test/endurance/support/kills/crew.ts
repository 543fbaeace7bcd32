import { setTimeout as pause } from 'node:timers/promises'
import type { JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { ask, type Instance } from '../../../../packages/server/test/support/instances.ts'
import type { InstanceProcess } from '../instance-process.ts'
import type { Ledger } from './ledger.ts'
import { writeThings } from './write-things.ts'
import { Writer } from './writer.ts'

/** Writers of the same project wait for each other, those of different projects do not. */
const PROJECTS = 3
const WRITERS_A_PROJECT = 4

/**
 * Options of instances whose projects grow with each round. Copies of flags wait for the memory of other copies, and
 * are refused after a while (DRY-5). A small limit would test that, instead of durability after a kill.
 */
export const LARGE_PROJECTS = ['--max-flags-per-project', '100000', '--max-project-filters-bytes', '134217728'] as const

/** The writers of one installation, and their projects. */
export interface Crew {
  readonly projects: readonly CrewProject[]
  /**
   * Writes until `writes` are acknowledged, kills the victims, and continues with the remaining instances until
   * `writesAfter` more are acknowledged.
   */
  writeUntilKilled(round: KillRound): Promise<void>
}

export interface CrewProject {
  readonly id: number
  readonly token: string
}

export interface KillRound {
  readonly name: string
  readonly instances: readonly InstanceProcess[]
  readonly victims: readonly InstanceProcess[]
  /** The number of writes that are acknowledged before the kill. */
  readonly writes: number
  /** The delay of the kill. Without it, all kills would happen at the same moment of a write. */
  readonly killDelayMs: number
  /** The number of writes that the remaining instances acknowledge afterwards. */
  readonly writesAfter: number
}

export async function newCrew(instance: Instance, personalApiKey: string, ledger: Ledger): Promise<Crew> {
  const make = async (path: string, body: JsonValue) => {
    const made = await ask(instance, path, { key: personalApiKey, body })
    expect(made, made.text).toMatchObject({ status: 201 })
    return made.body
  }
  const roleId = String((await make('/api/organizations/@current/roles/', { name: 'writers' })).id)
  const projects: CrewProject[] = []
  for (let n = 0; n < PROJECTS; n++) {
    const made = await make('/api/projects/', { name: `project ${n}` })
    projects.push({ id: Number(made.id), token: String(made.api_token) })
  }
  const writers = projects.flatMap(({ id: projectId }, place) => {
    const otherProjectId = projects[(place + 1) % PROJECTS]?.id ?? projectId
    return Array.from(
      { length: WRITERS_A_PROJECT },
      (_, number) => new Writer({ number, personalApiKey, projectId, otherProjectId, roleId, ledger }),
    )
  })
  return { projects, writeUntilKilled: (round) => writeUntilKilled(writers, round) }
}

async function writeUntilKilled(writers: readonly Writer[], round: KillRound): Promise<void> {
  const { instances, victims, writes, killDelayMs, writesAfter } = round
  let acknowledged = 0
  const work = writers.map(async (writer, n) => {
    const instance = instances[n % instances.length]
    if (!instance) throw new Error('there is no instance')
    const onAcknowledged = () => {
      acknowledged++
      if (acknowledged === writes) void killAfter(victims, killDelayMs)
      return victims.includes(instance) || acknowledged < writes + writesAfter
    }
    writer.moveTo({ instance, onAcknowledged })
    await writeThings(writer, `${round.name}-${n}`)
  })
  await Promise.all(work)
  await Promise.all(victims.map(({ server }) => server.finished))
}

async function killAfter(victims: readonly InstanceProcess[], delayMs: number): Promise<void> {
  await pause(delayMs)
  for (const { server } of victims) server.process.kill('SIGKILL')
}
