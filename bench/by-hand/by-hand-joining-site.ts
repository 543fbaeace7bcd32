import { createServer } from 'node:http'
import { listeningSite } from '../sites/listening-site.ts'
import type { Site } from '../sites/site.ts'
import { sendJson, textOf } from './plain-http.ts'

/**
 * Reads JSON and joins prepared texts, one for each flag. This is the minimum of an evaluation without decisions,
 * counts and compression.
 */
export function startByHandJoining(answer: string): Promise<Site> {
  const { flags, ...rest }: { readonly flags: Readonly<Record<string, unknown>> } = JSON.parse(answer)
  const head = JSON.stringify(rest).slice(0, -1)
  const texts = Object.entries(flags).map(([key, flag]) => `${JSON.stringify(key)}:${JSON.stringify(flag)}`)
  const server = createServer((request, response) => {
    textOf(request)
      .then((text) => {
        JSON.parse(text)
        sendJson(response, 200, `${head},"flags":{${texts.join(',')}}}`)
      })
      .catch((error) => response.writeHead(500).end(String(error)))
  })
  return listeningSite(server)
}
