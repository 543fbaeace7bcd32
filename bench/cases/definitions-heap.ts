import { compileDefinitions, type DefinitionsDocument } from '@flagdeck/core'
import { garbageCollection } from '../measure/garbage-collection.ts'
import { allFlags, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'

const NAME = 'heap of 10,000 flags'

/** The heap of flags that have all been evaluated, including their definitions, compared with the definitions alone. */
export const definitionsHeap: BenchCase = {
  name: NAME,
  async run() {
    const text = JSON.stringify(allFlags(10_000).document)
    const collect = garbageCollection()
    // Runs once before, so that the code is compiled before the measurement.
    megabytesOf(collect, () => askedSnapshot(JSON.parse(text)))
    const flagdeck = megabytesOf(collect, () => askedSnapshot(JSON.parse(text)))
    const figure = megabytesOf(collect, () => JSON.parse(text))
    const beside = { name: 'their definitions', figure }
    return [{ name: NAME, unit: 'MB', flagdeck, beside, ratio: flagdeck / figure, aim: { atMost: 2.5 } }]
  },
}

/** Evaluates subjects that together reach every condition. */
function askedSnapshot(document: DefinitionsDocument) {
  const snapshot = compileDefinitions(document)
  for (const subject of sampleSubjects(60)) snapshot.evaluateAll(subject)
  return snapshot
}

function megabytesOf(collect: () => void, make: () => unknown): number {
  collect()
  const before = process.memoryUsage().heapUsed
  const held = [make()]
  collect()
  const after = process.memoryUsage().heapUsed
  // The value is used again here, so it cannot have been collected.
  if (held.pop() === undefined) throw new Error('there was nothing to weigh')
  return (after - before) / 1e6
}
