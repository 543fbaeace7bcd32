import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const application = flagdeckApplication(deck.context, { basePath: '/flags-api' })
const flagdeck = nodeListener(application)

const app = new Koa()
app.use((context, next) => {
  if (!application.serves(context.originalUrl)) return next()
  context.respond = false
  flagdeck(context.req, context.res)
})
app.use(bodyParser())
app.use((context) => {
  context.body = context.path === '/mine' ? context.request.body : 'mine'
})
const server = app.listen(Number(process.env.PORT ?? 3000))

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => {
  server.close(() => deck.close())
  // Event streams never end by themselves.
  setTimeout(() => server.closeAllConnections(), 5000).unref()
})
