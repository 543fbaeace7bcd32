import { expect } from 'vitest'
import type { ServerProcess } from '../support/server-process.ts'
import type { HostileRequest } from './hostile-requests.ts'

/** Sends a request with the text of its body. The server may refuse it, but must not fail. */
export async function sendHostile(
  { url }: Pick<ServerProcess, 'url'>,
  { name, method = 'POST', path, headers }: HostileRequest,
  body: string,
): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  await response.arrayBuffer()
  expect(response.status, name).toBeLessThan(500)
}
