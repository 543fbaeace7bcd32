import 'reflect-metadata'
import { createFlagdeck } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import { AppModule } from './app-module.ts'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })

const app = await NestFactory.create<NestExpressApplication>(AppModule, { forceCloseConnections: true })
// Nest adds its body parsers when it initializes, so Flagdeck comes before them.
app.use(nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' })))
await app.listen(Number(process.env.PORT ?? 3000))

// Nothing once there is a member, so it may stay here.
const first = await deck.createFirstKey()
if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)

process.once('SIGTERM', async () => {
  await app.close()
  await deck.close()
})
