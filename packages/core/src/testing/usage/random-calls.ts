import { type CountedCalls, UsageBatch } from '../../runtime/usage/recording/usage-batch.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 0, 1)

/** Calls of a few projects, flags and variants, by a few users, some of which are told of by events. */
export interface RandomCall {
  readonly calls: CountedCalls
  readonly user: number | null
}

/** `count` calls, always the same ones for a seed. */
export function randomCalls(seed: number, count: number): RandomCall[] {
  const draw = drawer(seed)
  return Array.from({ length: count }, () => randomCall(draw))
}

type Draw = <T>(...choices: readonly [T, ...T[]]) => T

function randomCall(draw: Draw): RandomCall {
  const hours = draw(0, 1, 23, 24, 49)
  const atMs = START_MS + hours * HOUR_MS + draw(0, 1, HOUR_MS / 2, HOUR_MS - 1)
  return {
    user: draw(null, 1, 2, 3, 4, 5),
    calls: {
      projectId: draw(1, 2),
      zone: 'UTC',
      flagKey: draw('a', 'b', '\u0000\ud800ü'),
      variant: draw('true', 'false', '$other', ''),
      measure: draw('exposures', 'evaluations'),
      source: draw('sdk_local', 'server'),
      sdk: draw('', 'posthog-node'),
      count: draw(1, 2, 5),
      errors: draw(0, 1),
      atMs,
      bucketMs: START_MS + hours * HOUR_MS,
      eventId: null,
    },
  }
}

/** Numerical Recipes' generator: enough for choices, and the same everywhere. */
function drawer(seed: number): Draw {
  let state = seed >>> 0
  return (...choices) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // One of them, as the number is below their count.
    return choices[Math.floor((state / 2 ** 32) * choices.length)] as (typeof choices)[number]
  }
}

/** Adds up calls in a batch. */
export function batchOf(id: string, all: readonly RandomCall[]): UsageBatch {
  const batch = new UsageBatch(id)
  for (const { calls, user } of all) {
    const cell = batch.add(calls)
    if (user !== null) batch.addUser(cell, { high: user, low: user * 7 })
  }
  return batch
}
