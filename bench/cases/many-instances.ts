import { fleetScenes } from '../scale/fleet-scenes.ts'
import type { BenchCase } from './bench-case.ts'

/**
 * A thousand instances behind one Redis and one PostgreSQL, simulated: the instances are real, and time, Redis and
 * PostgreSQL are not. What comes out are numbers of messages, checks and loads; nothing else of the machine counts.
 */
export const manyInstances: BenchCase = {
  name: 'many instances, simulated',
  run: () => fleetScenes({ instances: 1000, startWithinMs: 1000 }),
}
