import { node } from '@elysiajs/node'
import { createFlagdeck } from '@flagdeck/core'
import { fetchHandler, flagdeckApplication } from '@flagdeck/http'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { Elysia } from 'elysia'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = fetchHandler(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

new Elysia({ adapter: node() })
  // With `parse: 'none'` Elysia leaves the body to Flagdeck.
  .all('/flags-api/*', ({ request }) => flagdeck(request), { parse: 'none' })
  .get('/', () => 'mine')
  .post('/mine', ({ body }) => body)
  .listen(Number(process.env.PORT ?? 3000), (server) => {
    process.once('SIGTERM', async () => {
      // Event streams never end by themselves.
      await server.stop(true)
      await deck.close()
    })
  })

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)
