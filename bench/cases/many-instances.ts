import { fleetScenes } from '../scale/fleet-scenes.ts'
import type { BenchCase } from './bench-case.ts'

/**
 * A thousand instances behind one Redis and one PostgreSQL, simulated: the instances are real; time, Redis and
 * PostgreSQL are not. The results are numbers of messages, checks and loads, which do not depend on the machine.
 */
export const manyInstances: BenchCase = {
  name: 'many instances, simulated',
  run: () => fleetScenes({ instances: 1000, startWithinMs: 1000 }),
}
