import { type BenchRequest, NUMBER, sendOnce } from '../load/bench-request.ts'
import { residentMb } from '../measure/resident-memory.ts'
import { onceMeasured, type Result, resultOf } from '../report/result.ts'
import type { SwitchedFlag } from '../samples/switched-flags.ts'
import type { FlagServerPair } from '../sites/flag-server.ts'
import { type RunningFlagServer, withFlagServers } from '../sites/running-flag-servers.ts'
import type { SitePair } from '../sites/site-pair.ts'
import { assertRightKeys } from './assert-right-keys.ts'
import { compareSites } from './compare-sites.ts'

const USERS_WHO_ASK = 100

/** Compares how much two servers with the same flags return in a second, and the memory that they need for it. */
export function compareFlagServers(
  name: string,
  servers: FlagServerPair,
  flags: readonly SwitchedFlag[],
): Promise<readonly Result[]> {
  return withFlagServers(servers, async (running) => {
    for (let user = 0; user < USERS_WHO_ASK; user++) {
      await assertRightKeys(running.flagdeck, flags, user)
      await assertRightKeys(running.beside, flags, user)
    }
    const afterStart = memory(`${name}: memory after ${USERS_WHO_ASK} users`, running, 0.45)
    const rates = await compareAnswers(name, running, flags.length)
    return [...rates, afterStart, memory(`${name}: memory after all of the above`, running, 0.5)]
  })
}

/** Compares how many flags two servers create in a second, without other requests. */
export function compareCreations(
  name: string,
  servers: FlagServerPair,
  flags: readonly SwitchedFlag[],
): Promise<Result> {
  return withFlagServers(servers, async (running) => {
    await assertRightKeys(running.flagdeck, flags, 0)
    await assertRightKeys(running.beside, flags, 0)
    return compare(`${name}: create a flag`, running, { status: 201, aim: 4 }, ({ creation }) => creation)
  })
}

async function compareAnswers(
  name: string,
  running: SitePair<RunningFlagServer>,
  flags: number,
): Promise<readonly Result[]> {
  const etags = new Map<RunningFlagServer, string>()
  for (const server of [running.flagdeck, running.beside]) etags.set(server, await definitionsTag(server, flags))
  return [
    await compare(`${name}: definitions of ${flags} flags`, running, { status: 200 }, ({ definitions }) => definitions),
    await compare(`${name}: the same for those who have them, 304`, running, { status: 304 }, (server) =>
      withTag(server.definitions, etags.get(server) ?? ''),
    ),
    await compare(`${name}: decide ${flags} flags for a user`, running, { status: 200, aim: 2.5 }, ({ evaluation }) =>
      evaluation(`user-${NUMBER}`),
    ),
  ]
}

async function compare(
  name: string,
  running: SitePair<RunningFlagServer>,
  { status, aim }: { readonly status: number; readonly aim?: number },
  request: (server: RunningFlagServer) => BenchRequest,
): Promise<Result> {
  const rates = await compareSites(running, { status, request: (_, server) => request(server) })
  return {
    ...resultOf(name, rates, { unit: '/s', beside: running.beside.name }),
    aim: aim === undefined ? null : { atLeast: aim },
  }
}

/** Returns the entity tag of the definitions, which must contain all flags. */
async function definitionsTag(server: RunningFlagServer, flags: number): Promise<string> {
  const response = await sendOnce(server.port, server.definitions)
  const count = server.countDefinitions(await response.json())
  if (count !== flags) throw new Error(`${server.name} has definitions of ${count} flags instead of ${flags}`)
  return response.headers.get('etag') ?? ''
}

function withTag(request: BenchRequest, etag: string): BenchRequest {
  return { ...request, headers: { ...request.headers, 'if-none-match': etag } }
}

function memory(name: string, { flagdeck, beside }: SitePair<RunningFlagServer>, atMost: number): Result {
  const megabytes = { flagdeck: residentMb(flagdeck.pid), beside: residentMb(beside.pid) }
  return onceMeasured(name, megabytes, { unit: 'MB', beside: beside.name, aim: { atMost } })
}
