import { createServer, type ServerResponse } from 'node:http'

/** Holds the response of every GET open, and writes one event to all of them for any other request. */
const open = new Set<ServerResponse>()
const EVENT = `id: 1-a1b2c3\ndata: ${JSON.stringify({ version: 1, etag: 'W/"01234567-1-a1b2c3"' })}\n\n`

const server = createServer((incoming, outgoing) => {
  if (incoming.method !== 'GET' || incoming.url === '/') {
    for (const stream of open) stream.write(EVENT)
    outgoing.end()
    return
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  outgoing.write(`retry: 1000\n\n${EVENT}`)
  open.add(outgoing)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
