import { consoleFiles } from '@flagdeck/console'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import fastify from 'fastify'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = nodeListener(flagdeckApplication(deck.context, { basePath: '/admin/flags', console: consoleFiles() }))

const app = fastify({ forceCloseConnections: true })
app.register(async (scope) => {
  // Of its own, Fastify takes neither the compressed bodies nor the forms that SDKs send, and keeps what it parsed.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/admin/flags/*', (request, reply) => {
    reply.hijack()
    flagdeck(request.raw, reply.raw)
  })
})
app.get('/', () => 'mine')
app.addHook('onClose', () => deck.close())

const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

// What lets people in: npx flagdeck sign-in --database-url sqlite:flags.db --public-url http://127.0.0.1:3000/admin/flags
await app.listen({ port: Number(process.env.PORT ?? 3000) })

process.once('SIGTERM', () => app.close())
