export { crashRounds } from './crash-rounds.ts'
export { queriesOf } from './queries-of.ts'
export { finished, outputLines, startStoreProcess } from './start-store-process.ts'
export { runStoreProcess } from './store-process.ts'
