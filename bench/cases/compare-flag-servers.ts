import { type BenchRequest, NUMBER, sendOnce } from '../load/bench-request.ts'
import { residentMb } from '../measure/resident-memory.ts'
import { onceMeasured, type Result, resultOf } from '../report/result.ts'
import type { SwitchedFlag } from '../samples/switched-flags.ts'
import type { FlagServer, FlagServerPair } from '../sites/flag-server.ts'
import { type ServerProcess, withServerProcess } from '../sites/server-process.ts'
import type { SitePair } from '../sites/site-pair.ts'
import { assertRightKeys } from './assert-right-keys.ts'
import { compareSites } from './compare-sites.ts'

const USERS_WHO_ASK = 100

type RunningFlagServer = FlagServer & ServerProcess

/** What two servers with the same flags do in a second, and what memory they take for that. */
export function compareFlagServers(
  name: string,
  servers: FlagServerPair,
  flags: readonly SwitchedFlag[],
): Promise<readonly Result[]> {
  return withFlagServer(servers.flagdeck, (flagdeck) =>
    withFlagServer(servers.beside, async (beside) => {
      const running = { flagdeck, beside }
      for (let user = 0; user < USERS_WHO_ASK; user++) {
        await assertRightKeys(flagdeck, flagdeck.port, flags, user)
        await assertRightKeys(beside, beside.port, flags, user)
      }
      const afterStart = memory(`${name}: memory, all flags decided for ${USERS_WHO_ASK} users`, running)
      const rates = await compareRates(name, running, flags.length)
      return [...rates, afterStart, memory(`${name}: memory after all this`, running)]
    }),
  )
}

function withFlagServer<T>(server: FlagServer, use: (running: RunningFlagServer) => Promise<T>): Promise<T> {
  return withServerProcess(server.command, (process) => use({ ...server, ...process }))
}

/** Creations come last, so that all else is about the same flags. */
async function compareRates(
  name: string,
  { flagdeck, beside }: SitePair<RunningFlagServer>,
  flags: number,
): Promise<readonly Result[]> {
  const tagged = { flagdeck: await withTag(flagdeck, flags), beside: await withTag(beside, flags) }
  const compare = async (what: string, status: number, request: (server: TaggedFlagServer) => BenchRequest) => {
    const rates = await compareSites(tagged, { status, request: (_, server) => request(server) })
    return resultOf(`${name}: ${what}`, rates, { unit: '/s', beside: beside.name })
  }
  return [
    await compare(`definitions of ${flags} flags`, 200, ({ definitions }) => definitions),
    await compare('the same to those who have them, 304', 304, pollOf),
    await compare(`decide ${flags} flags for a user`, 200, ({ evaluation }) => evaluation(`user-${NUMBER}`)),
    await compare('create a flag', 201, ({ creation }) => creation),
  ]
}

type TaggedFlagServer = RunningFlagServer & { readonly etag: string }

/** With the entity tag of its definitions, which have to be of all flags. */
async function withTag(server: RunningFlagServer, flags: number): Promise<TaggedFlagServer> {
  const response = await sendOnce(server.port, server.definitions)
  const count = server.countDefinitions(await response.json())
  if (count !== flags) throw new Error(`${server.name} has definitions of ${count} flags instead of ${flags}`)
  return { ...server, etag: response.headers.get('etag') ?? '' }
}

function pollOf({ definitions, etag }: TaggedFlagServer): BenchRequest {
  return { ...definitions, headers: { ...definitions.headers, 'if-none-match': etag } }
}

function memory(name: string, { flagdeck, beside }: SitePair<RunningFlagServer>): Result {
  const megabytes = { flagdeck: residentMb(flagdeck.pid), beside: residentMb(beside.pid) }
  return onceMeasured(name, megabytes, { unit: 'MB', beside: beside.name })
}
