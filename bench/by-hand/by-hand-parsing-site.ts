import { createServer } from 'node:http'
import { listeningSite } from '../sites/listening-site.ts'
import type { Site } from '../sites/site.ts'
import { sendJson, textOf } from './plain-http.ts'

/** A server that reads JSON, parses it and forgets it: what nobody who takes JSON over HTTP can do without. */
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
