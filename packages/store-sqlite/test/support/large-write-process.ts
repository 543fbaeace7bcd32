// A process that makes a large write to a SQLite file: node large-write-process.ts PATH. Prints the number of rows that
// it wrote, and the number of threads that it started.
import { seedCohort, seedTenant } from '@flagdeck/core/fixtures'
import { sqliteStore } from '../../src/index.ts'

const MEMBERS = Array.from({ length: 25_000 }, (_, n) => `member ${n}`)

let threads = 0
process.on('worker', () => threads++)

const store = sqliteStore(process.argv[2] ?? '')
await store.migrate()
const { project } = await seedTenant(store)
const cohort = await seedCohort(store, { projectId: project.id })
await store.write((tx) => tx.cohortMembers.add(project.id, cohort.id, MEMBERS), { large: true })
const { count } = await store.read((tx) => tx.cohortMembers.list(project.id, cohort.id, { limit: 1, offset: 0 }))
await store.close()
process.stdout.write(JSON.stringify({ count, threads }))
