import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import express from 'express'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })

const app = express()
app.use(nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' })))
app.use(express.json())
app.get('/', (_request, response) => void response.send('mine'))
app.post('/mine', (request, response) => void response.json(request.body))
const server = app.listen(Number(process.env.PORT ?? 3000))

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => {
  server.close(() => deck.close())
  // Event streams never end by themselves.
  setTimeout(() => server.closeAllConnections(), 5000).unref()
})
