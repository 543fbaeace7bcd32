import { postgresDatabase } from '../databases/postgres-database.ts'
import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { EVALUATION_WORKLOADS } from '../samples/evaluation-workloads.ts'
import { activityPage } from './activity-page.ts'
import type { BenchCase } from './bench-case.ts'
import { blastRadiusCase } from './blast-radius.ts'
import { consoleCase } from './console.ts'
import { consoleInteractionsCase } from './console-interactions.ts'
import { countCalls, memoryOfUsers } from './count-calls.ts'
import { countEvaluations } from './count-evaluations.ts'
import { definitionsChange } from './definitions-change.ts'
import { definitionsHeap } from './definitions-heap.ts'
import { definitionsLoad } from './definitions-load.ts'
import { evaluate } from './evaluate.ts'
import { evaluateLists } from './evaluate-lists.ts'
import { eventStreams } from './event-streams.ts'
import { flagHistory } from './flag-history.ts'
import { bulkDelete, listWithStatus } from './flag-life-cycle.ts'
import { httpCapture } from './http-capture.ts'
import { httpCreate } from './http-create.ts'
import { httpDefinitions } from './http-definitions.ts'
import { httpEvaluate } from './http-evaluate.ts'
import { httpEvaluateAll } from './http-evaluate-all.ts'
import { httpList } from './http-list.ts'
import { httpRetrieve } from './http-retrieve.ts'
import { importProject } from './import-project.ts'
import { largeWrite } from './large-write.ts'
import { manyFlags } from './many-flags.ts'
import { manyInstances } from './many-instances.ts'
import { manyProjects } from './many-projects.ts'
import { openFeature } from './openfeature.ts'
import { postgresAsks } from './postgres-asks.ts'
import { rebuild } from './rebuild.ts'
import { serverMemory } from './server-memory.ts'
import { serverReady } from './server-ready.ts'
import { storeFind } from './store-find.ts'
import { twoInstances } from './two-instances.ts'
import { unleashServer } from './unleash-server.ts'
import { usageDashboard } from './usage-dashboard.ts'
import { warmStart } from './warm-start.ts'

const DATABASES = [sqliteDatabase, postgresDatabase] as const

/** In the order of the report. */
export const CASES: readonly BenchCase[] = [
  ...DATABASES.flatMap((database) => [httpCreate(database), httpList(database), httpRetrieve(database)]),
  httpDefinitions(sqliteDatabase),
  httpEvaluate(sqliteDatabase),
  httpEvaluateAll(sqliteDatabase),
  ...DATABASES.map(httpCapture),
  twoInstances,
  rebuild,
  ...DATABASES.map(storeFind),
  importProject,
  largeWrite,
  ...DATABASES.map(activityPage),
  ...DATABASES.map(flagHistory),
  ...DATABASES.map(bulkDelete),
  ...DATABASES.map(listWithStatus),
  ...DATABASES.map(usageDashboard),
  ...DATABASES.map(countCalls),
  memoryOfUsers(sqliteDatabase),
  blastRadiusCase('in order'),
  blastRadiusCase('in no order'),
  serverReady,
  warmStart,
  serverMemory,
  unleashServer,
  consoleCase,
  consoleInteractionsCase,
  ...EVALUATION_WORKLOADS.map(evaluate),
  evaluateLists,
  countEvaluations,
  openFeature,
  definitionsLoad,
  definitionsChange,
  definitionsHeap,
  manyInstances,
  postgresAsks,
  eventStreams,
  manyProjects,
  manyFlags,
]
