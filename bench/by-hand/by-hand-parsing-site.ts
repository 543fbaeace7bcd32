import { createServer } from 'node:http'
import { listeningSite } from '../sites/listening-site.ts'
import type { Site } from '../sites/site.ts'
import { sendJson, textOf } from './plain-http.ts'

/**
 * Starts a server that reads and parses JSON, and does nothing with it. This is the minimum for all servers that accept
 * JSON over HTTP.
 */
export function startByHandParsing(): Promise<Site> {
  const server = createServer((request, response) => {
    textOf(request)
      .then((text) => {
        JSON.parse(text)
        sendJson(response, 200, '{"status":"Ok"}')
      })
      .catch((error) => response.writeHead(500).end(String(error)))
  })
  return listeningSite(server)
}
