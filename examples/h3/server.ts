import { createFlagdeck } from '@flagdeck/core'
import { fetchHandler, flagdeckApplication } from '@flagdeck/http'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { H3, serve } from 'h3'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = fetchHandler(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

const app = new H3()
app.all('/flags-api/**', (event) => flagdeck(event.req))
app.get('/', () => 'mine')
app.post('/mine', (event) => event.req.json())
const server = serve(app, { port: Number(process.env.PORT ?? 3000), gracefulShutdown: false })

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', async () => {
  // Event streams never end by themselves.
  await server.close(true)
  await deck.close()
})
