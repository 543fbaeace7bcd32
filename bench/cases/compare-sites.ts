import { answerText } from '../load/answer-text.ts'
import { type BenchRequest, requestParts } from '../load/bench-request.ts'
import { startLoadGenerator } from '../load/load-generator.ts'
import { interleave, type Pair } from '../measure/interleave.ts'
import type { LoadedSite, SitePair } from '../sites/site-pair.ts'

const ROUNDS = { warmUp: 6, counted: 24 }
const ROUND_MS = 150
/** The number of concurrent requests, unless a load sets it. */
const CONNECTIONS = 8

/** The number of rounds of a comparison, including those that are not counted. */
export const ALL_ROUNDS = ROUNDS.warmUp + ROUNDS.counted

export interface SiteLoad<Loaded extends LoadedSite> {
  readonly status: number
  readonly connections?: number
  /** Returns the request to the site in a round. */
  request(round: number, site: Loaded): BenchRequest
  /** Prepares a round; it is not measured. */
  prepare?(round: number, site: Loaded): Promise<void>
}

/** Returns responses per second of both sites, round by round. */
export async function compareSites<Loaded extends LoadedSite>(
  { flagdeck, beside }: SitePair<Loaded>,
  load: SiteLoad<Loaded>,
): Promise<Pair> {
  const generator = startLoadGenerator()
  const measure = (site: Loaded) => async (round: number) => {
    await load.prepare?.(round, site)
    return generator.send({
      port: site.port,
      requestParts: requestParts(load.request(round, site)),
      status: load.status,
      connections: load.connections ?? CONNECTIONS,
      durationMs: ROUND_MS,
    })
  }
  try {
    return await interleave(measure(flagdeck), measure(beside), ROUNDS)
  } finally {
    await generator.close()
  }
}

/** Throws an error if the responses of the sites differ in more than times and ids of requests. */
export async function assertSameAnswers({ flagdeck, beside }: SitePair, request: BenchRequest): Promise<void> {
  const answers = [await answerText(flagdeck.port, request), await answerText(beside.port, request)]
  if (answers[0] !== answers[1]) throw new Error(`the answers differ:\n${answers.join('\n')}`)
}
