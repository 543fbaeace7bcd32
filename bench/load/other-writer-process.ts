import { createFlagdeck } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import { createFlag, updateFlag } from '@flagdeck/core/operations'
import { openStore } from '../databases/open-store.ts'
import type { OtherWriterReport } from './other-writer.ts'

const PAUSE_MS = 20

/** Repeatedly changes a flag on the database of its only argument, until it receives `end`. */
async function writeAgainAndAgain(url: string): Promise<void> {
  let isOver = false
  process.on('message', () => {
    isOver = true
  })
  const server = await createFlagdeck({ store: openStore(url) })
  const tenant = await seedTenant(server.context.store)
  const { context } = await server.project(tenant.project.id)
  const { id } = await createFlag(context, { key: 'other' })
  report({ began: true })
  let longestMs = 0
  for (let n = 0; !isOver; n++) {
    const startedAt = performance.now()
    await updateFlag(context, id, { name: `name ${n}` })
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  await server.close()
  report({ longestMs })
}

function report(what: OtherWriterReport): void {
  process.send?.(what)
}

const [url = ''] = process.argv.slice(2)
writeAgainAndAgain(url).then(
  () => process.disconnect(),
  (error: unknown) => {
    report({ failure: String(error) })
    process.disconnect()
  },
)
