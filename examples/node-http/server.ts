import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

const server = createServer((request, response) => {
  // What is not Flagdeck's comes back by the third argument; without one, Flagdeck answers it with 404.
  flagdeck(request, response, async () => {
    response.end(request.url === '/mine' ? await text(request) : 'mine')
  })
})
server.listen(Number(process.env.PORT ?? 3000))

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => {
  server.close(() => deck.close())
  // Event streams never end by themselves.
  setTimeout(() => server.closeAllConnections(), 5000).unref()
})
