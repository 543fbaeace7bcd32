// node bench/by-hand/by-hand-fixed-server.ts BYTES    listens on PORT
// Reads JSON and returns the same text for every request: the minimum for all HTTP servers on Node.
import { createServer } from 'node:http'
import { sendJson, textOf } from './plain-http.ts'

const { PORT } = process.env
const answer = JSON.stringify({ text: 'x'.repeat(Number(process.argv[2] ?? 0)) })

createServer((request, response) => {
  textOf(request)
    .then((text) => {
      if (text !== '') JSON.parse(text)
      sendJson(response, 200, answer)
    })
    .catch((error) => response.writeHead(500).end(String(error)))
}).listen(Number(PORT), '127.0.0.1')
