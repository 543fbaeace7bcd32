import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import fastify from 'fastify'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

const app = fastify({ forceCloseConnections: true })
app.register(async (scope) => {
  // Of its own, Fastify takes neither the compressed bodies nor the forms that SDKs send, and keeps what it parsed.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/flags-api/*', (request, reply) => {
    reply.hijack()
    flagdeck(request.raw, reply.raw)
  })
})
app.get('/', () => 'mine')
app.post('/mine', (request) => request.body)
app.addHook('onClose', () => deck.close())
await app.listen({ port: Number(process.env.PORT ?? 3000) })

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', () => app.close())
