import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const MB = 1024 * 1024
/** The number of megabyte-long texts that each attack sends, and the heap that all of them together may occupy. */
const TEXTS = 80
const HEAP_MB = 64

const ATTACKS = {
  'distinct ids of evaluations in this process': `flags.isEnabled('flag', { distinctId: long() })`,
  'distinct ids of evaluations of the server': `usage.evaluations(project.id, 'server').noteAll(decisions, long())`,
  'distinct ids of calls': 'usage.record({ ...call, distinctId: long() })',
  'distinct ids of calls that wait': `usage.record({ ...call, flagKey: 'typo', distinctId: long() })`,
  'answers of calls that wait': 'usage.record({ ...call, variant: long() })',
  'names of SDKs': `usage.record({ ...call, flagKey: 'typo', sdk: long() })`,
  'ids of events': 'usage.record({ ...call, uuid: long() })',
  'keys of flags that nobody has': `flags.isEnabled(long(), { distinctId: 'ada' })`,
}

const LET_GO = 'a counter that was let go'

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Runs every attack on a deck, one after the other, and prints by how many bytes each increased the heap. */
const PROGRAM = `
  const { createFlagdeck } = await import(${moduleAt('../../deck/flagdeck.ts')})
  const { memoryStore } = await import(${moduleAt('../../data/memory/memory-store.ts')})
  let now = Date.now()
  const deck = await createFlagdeck({ store: memoryStore(), usageFlushIntervalMs: 3_600_000, clock: () => now })
  const { flags, project } = await deck.project()
  await flags.create({ key: 'flag', filters: { groups: [{ rollout_percentage: 50 }] } })
  const { usage } = deck.context
  const decisions = flags.snapshot().evaluateAll({ distinctId: 'ada' })
  const call = { projectId: project.id, flagKey: 'flag', variant: 'true', measure: 'exposures', source: 'sdk_local',
    sdk: '', distinctId: null, count: 1, errors: 0, at: Date.now(), uuid: null }
  let made = 0
  /** Like no other, and made as one of a request is made. */
  const long = () => JSON.parse(JSON.stringify('x'.repeat(${MB}) + made++))
  const attacks = { ${Object.entries(ATTACKS).map(([name, attack]) => `${JSON.stringify(name)}: () => ${attack}`)} }
  const heap = () => {
    gc()
    return process.memoryUsage().heapUsed
  }
  for (const [name, attack] of Object.entries(attacks)) {
    const before = heap()
    for (let n = 0; n < ${TEXTS}; n++) attack()
    console.log(JSON.stringify([name, heap() - before]))
  }
  const counter = new WeakRef(usage.evaluations(project.id, 'server'))
  const snapshot = flags.snapshot()
  usage.evaluations(project.id, 'server').noteAll(snapshot.evaluateAll({ distinctId: 'ada' }), 'ada')
  await usage.flush()
  now += 2 * 3_600_000
  await usage.flush()
  await new Promise((resolve) => setTimeout(resolve, 10))
  gc()
  console.log(JSON.stringify(['${LET_GO}', counter.deref() ? ${100 * MB} : 0, snapshot.evaluateAll({ distinctId: 'ada' }).length]))
  process.exit()`

it('USAGE-38 keeps no long text of a caller', { timeout: 120_000 }, async () => {
  const options = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, '--input-type=module', '--eval', PROGRAM]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  const grown: [string, number][] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(grown.map(([name]) => name)).toEqual([...Object.keys(ATTACKS), LET_GO])
  for (const [name, bytes] of grown) expect(bytes, name).toBeLessThan(6 * MB)
})
