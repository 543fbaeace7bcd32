import { consoleFiles } from '@flagdeck/console'
import { createFlagdeck, DomainError } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { nodeListener } from '@flagdeck/http-node'
import { sqliteStore } from '@flagdeck/store-sqlite'
import express, { type Request } from 'express'

const BASE_PATH = '/admin/flags'

const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
const application = flagdeckApplication(deck.context, { basePath: BASE_PATH, console: consoleFiles() })

/** Stands for your own sign-in: returns the address that it has verified, or undefined. */
function signedInEmail(request: Request): string | undefined {
  const [, token] = /^Bearer (.+)$/.exec(request.get('authorization') ?? '') ?? []
  return token === 'the session of ana'
    ? 'ana@example.com'
    : token === 'the session of bo'
      ? 'bo@example.com'
      : undefined
}

const app = express()
app.use(nodeListener(application))
app.get('/', (_request, response) => void response.send('mine'))

app.get('/open-flags', async (request, response) => {
  const email = signedInEmail(request)
  if (email === undefined) return void response.status(401).send('Sign in first.')
  try {
    const link = await deck.signInLink({ email }, { baseUrl: BASE_PATH })
    response.set('cache-control', 'no-store').redirect(link)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error
    response.status(403).send('Ask an administrator for an invitation to the flags.')
  }
})

/** Adds a member, for your own administration. */
async function addMember(email: string): Promise<void> {
  const organization = await deck.organization()
  const { token } = await organization.invitations.create({ email, level: 1 })
  await deck.acceptInvitation(token)
}

// The owner, as long as there is no member.
if (await deck.createFirstKey()) await addMember('ana@example.com')

const server = app.listen(Number(process.env.PORT ?? 3000))

process.once('SIGTERM', () => {
  server.close(() => deck.close())
  // Event streams never end by themselves.
  server.closeAllConnections()
})
