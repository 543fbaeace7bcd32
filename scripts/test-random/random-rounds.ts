export interface RandomRounds {
  /** Whether all random tests passed that drew from a seed. */
  readonly round: (seed: number) => Promise<boolean>
  /** What chose the tests. */
  readonly paths: readonly string[]
  readonly newSeed: () => number
  /** Milliseconds. */
  readonly clock: () => number
  readonly forMs: number
  readonly print: (line: string) => void
}

/** Draws anew, round after round, until the time is over or something fails; at least once. Answers whether all passed. */
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
