import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { AUTHORIZATION } from '../samples/credentials.ts'
import { listeningSite } from '../sites/listening-site.ts'
import type { Site } from '../sites/site.ts'
import type { ByHandFlags } from './by-hand-flags.ts'
import { flagBody } from './flag-body.ts'
import { sendJson, textOf } from './plain-http.ts'

const FLAGS = /^\/api\/projects\/(\d+)\/feature_flags\/(?:(\d+)\/)?$/
/** The entity tag of the polled definitions. */
export const BY_HAND_TAG = 'W/"by-hand-1"'

/**
 * Starts a minimal hand-written server for these four routes: no roles, no rate limit, no validation, no errors, no
 * metrics, no request ids, one constant key.
 */
export async function startByHandSite(flags: ByHandFlags): Promise<Site> {
  const server = createServer((request, response) => {
    answer(flags, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  const { port, close } = await listeningSite(server)
  return {
    port,
    async close() {
      await close()
      await flags.close()
    },
  }
}

async function answer(flags: ByHandFlags, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '/', method, headers } = request
  if (headers.authorization !== AUTHORIZATION) {
    response.writeHead(401).end()
    return
  }
  const [, projectId, flagId] = FLAGS.exec(url) ?? []
  if (projectId === undefined) answerPoll(url, request, response)
  else if (method === 'POST') {
    const created = await flags.create(Number(projectId), await textOf(request))
    sendJson(response, 201, JSON.stringify(flagBody(created)))
  } else if (flagId === undefined) sendJson(response, 200, await flags.list(Number(projectId)))
  else sendJson(response, 200, JSON.stringify(flagBody(await flags.find(Number(flagId)))))
}

function answerPoll(url: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const isPoll = url.startsWith('/flags/definitions')
  if (isPoll && headers['if-none-match'] === BY_HAND_TAG) response.writeHead(304, { etag: BY_HAND_TAG }).end()
  else response.writeHead(404).end()
}
