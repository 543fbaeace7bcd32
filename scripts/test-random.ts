// Runs tests with random data, with a new seed in each round:
// npm run test:random -- [--minutes 5] [--seed 1] [part of a path]
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { run } from './process/run.ts'
import { drawingTests } from './test-random/drawing-tests.ts'
import { randomRounds } from './test-random/random-rounds.ts'

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  allowPositionals: true,
})

function wholeNumber(name: 'minutes' | 'seed'): number | undefined {
  const text = values[name]
  if (text === undefined || /^\d{1,10}$/.test(text)) return text === undefined ? undefined : Number(text)
  console.error(`--${name} has to be a whole number, and not "${text}".`)
  process.exit(2)
}

const [minutes = 5, seed] = [wholeNumber('minutes'), wholeNumber('seed')]
const isAsked = (path: string) => positionals.length === 0 || positionals.some((part) => path.includes(part))
const files = drawingTests().filter(isAsked)
if (files.length === 0) {
  console.error(`No test that draws at random is in ${positionals.join(', ')}.`)
  process.exit(2)
}

const passed = await randomRounds({
  round: async (seed) => {
    // A seed may generate slow cases, which are not failures.
    const args = ['run', '--testTimeout=120000', ...files]
    const { code } = await run('vitest', args, { output: 'show', env: { TEST_SEED: String(seed) } })
    return code === 0
  },
  paths: positionals,
  newSeed: () => seed ?? randomInt(2 ** 31),
  clock: Date.now,
  // A seed from the command line is tried once.
  forMs: seed === undefined ? minutes * 60_000 : 0,
  print: (line) => console.log(`\n${line}`),
})
process.exitCode = passed ? 0 : 1
