import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import express from 'express'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const application = flagdeckApplication(deck.context, { basePath: '/flags-api' })

const app = express()
app.use(express.json({ limit: '2mb' }))
app.use('/flags-api', nodeListener(application))
app.get('/', (_request, response) => void response.send('mine'))
app.post('/mine', (request, response) => void response.json(request.body))
const server = app.listen(Number(process.env.PORT ?? 3000))

const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => server.close(() => deck.close()))
