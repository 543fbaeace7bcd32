import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { inWorkspace } from '../../../scripts/workspace/source-files.ts'

/** Prism in front of a server: what does not fit the OpenAPI document, on either way, it refuses. */
export interface ValidatingProxy {
  readonly url: string
  close(): Promise<void>
}

export async function startValidatingProxy(serverUrl: string): Promise<ValidatingProxy> {
  const port = await freePort()
  const command = inWorkspace('test/documents/node_modules/.bin/prism')
  const document = inWorkspace('docs/openapi.json')
  const child = spawn(command, ['proxy', document, serverUrl, '--errors', '--port', String(port)])
  const exited = once(child, 'exit')
  await Promise.race([says(child, 'Prism is listening'), exited.then(() => Promise.reject(new Error('Prism ended')))])
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function says(child: ChildProcess, text: string): Promise<void> {
  let said = ''
  return new Promise((resolve) => {
    // It is read to the end: nobody may be kept waiting for a full pipe.
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      if (said.includes(text)) resolve()
    })
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
