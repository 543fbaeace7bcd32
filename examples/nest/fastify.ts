import 'reflect-metadata'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { AppModule } from './app-module.ts'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const flagdeck = nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' }))

const adapter = new FastifyAdapter({ forceCloseConnections: true })
const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter)
app
  .getHttpAdapter()
  .getInstance()
  .addHook('onRequest', (request, reply, done) => {
    flagdeck(request.raw, reply.raw, () => done())
  })
await app.listen(Number(process.env.PORT ?? 3000))

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', async () => {
  await app.close()
  await deck.close()
})
