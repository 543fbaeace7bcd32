import { createFlagdeck } from '@flagdeck/core'
import { fetchHandler, flagdeckApplication } from '@flagdeck/http'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = fetchHandler(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

const app = new Hono()
// Without `replaceRequest: false` Hono takes the base path away from what it hands on.
app.mount('/flags-api', flagdeck, { replaceRequest: false })
app.get('/', (context) => context.text('mine'))
app.post('/mine', async (context) => context.json(await context.req.json()))
const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => {
  server.close(() => deck.close())
})
