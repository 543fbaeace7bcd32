export interface RandomRounds {
  /** Whether all random tests passed with a seed. */
  readonly round: (seed: number) => Promise<boolean>
  /** The arguments that select the tests. */
  readonly paths: readonly string[]
  readonly newSeed: () => number
  /** Returns milliseconds. */
  readonly clock: () => number
  readonly forMs: number
  readonly print: (line: string) => void
}

/** Runs rounds with new seeds until the time is over or a test fails; at least once. Returns whether all passed. */
export async function randomRounds({ round, paths, newSeed, clock, forMs, print }: RandomRounds): Promise<boolean> {
  const startedAt = clock()
  let rounds = 0
  do {
    const seed = newSeed()
    print(`Random tests from seed ${seed}:`)
    if (!(await round(seed))) {
      const again = ['npm run test:random -- --seed', seed, ...paths].join(' ')
      print(`Random tests failed with seed ${seed}. To run them again: ${again}`)
      return false
    }
    rounds++
  } while (clock() - startedAt < forMs)
  print(`Random tests passed with ${rounds} ${rounds === 1 ? 'seed' : 'seeds'}.`)
  return true
}
