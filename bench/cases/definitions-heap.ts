import { compileDefinitions, type DefinitionsDocument } from '@flagdeck/core'
import { garbageCollection } from '../measure/garbage-collection.ts'
import { allFlags, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'

const NAME = 'heap of 10,000 flags'

/** What flags hold of the heap that have all been asked, their definitions included, beside the definitions alone. */
export const definitionsHeap: BenchCase = {
  name: NAME,
  async run() {
    const text = JSON.stringify(allFlags(10_000).document)
    const collect = garbageCollection()
    // A first time, so that code compiled on the way is there before anything is weighed.
    megabytesOf(collect, () => askedSnapshot(JSON.parse(text)))
    const flagdeck = megabytesOf(collect, () => askedSnapshot(JSON.parse(text)))
    const figure = megabytesOf(collect, () => JSON.parse(text))
    const beside = { name: 'their definitions', figure }
    return [{ name: NAME, unit: 'MB', flagdeck, beside, ratio: flagdeck / figure, aim: { atMost: 2.5 } }]
  },
}

/** Asked about subjects who between them meet every condition. */
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
  // Used once more, what is weighed cannot have been collected.
  if (held.pop() === undefined) throw new Error('there was nothing to weigh')
  return (after - before) / 1e6
}
