import { consoleFiles } from '@flagdeck/console'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import express from 'express'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const application = flagdeckApplication(deck.context, { basePath: '/admin/flags', console: consoleFiles() })

const app = express()
app.use(nodeListener(application))
app.get('/', (_request, response) => void response.send('mine'))

const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

// What lets people in: npx flagdeck sign-in --database-url sqlite:flags.db --public-url http://127.0.0.1:3000/admin/flags
const server = app.listen(Number(process.env.PORT ?? 3000))

process.once('SIGTERM', () => {
  server.close(() => deck.close())
  // Event streams never end by themselves.
  server.closeAllConnections()
})
