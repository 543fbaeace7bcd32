/**
 * A program that embeds a deck on the SQLite file of its first argument. It makes large writes, opens the file again,
 * and prints its contents, the errors that the deck reported, and the number of threads that started. It is both
 * JavaScript and TypeScript, and has no top-level `await`, which CommonJS does not support.
 */
export const LARGE_WRITE_PROGRAM = `
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'

const errors = []
let threads = 0
process.on('worker', () => threads++)

async function main(path) {
  const deck = await openDeck(path)
  const { flags, dashboards, cohorts } = await deck.project()
  const flag = await flags.create({ key: 'checkout' })
  for (let n = 0; n < 500; n++) flags.isEnabled('checkout', { distinctId: 'user-' + n })
  const board = await dashboards.create({ name: 'Board' })
  await dashboards.createText(board.id, { body: 'Text' })
  const copy = await dashboards.create({ useDashboard: board.id, duplicateTiles: true })
  const cohort = await cohorts.create({ name: 'Customers', isStatic: true })
  await cohorts.addMembers(cohort.id, Array.from({ length: 25_000 }, (_, n) => 'customer-' + n))
  await deck.close()

  const again = await openDeck(path)
  const project = await again.project()
  const { totals } = await project.flags.usage(flag.id, { measure: 'evaluations' })
  const { tiles } = await project.dashboards.get(copy.id)
  const members = await project.cohorts.members(cohort.id)
  await again.close()
  console.log(JSON.stringify({ evaluations: totals.evaluations, tiles: tiles.length, members: members.count, errors, threads }))
}

function openDeck(path) {
  return createFlagdeck({ store: sqliteStore(path), onError: (error) => errors.push(String(error)) })
}

void main(process.argv[2])
`
