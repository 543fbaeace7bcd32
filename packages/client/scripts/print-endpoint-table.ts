// Prints src/endpoint-table.ts; `pnpm generate` writes it.
import { type EndpointDeclaration, endpoints } from '@flagdeck/http'

const declarations: readonly (readonly [string, EndpointDeclaration])[] = Object.entries(endpoints)

const lines = declarations
  .filter(([, { auth }]) => auth === 'personal_api_key')
  .map(([name, { method, path, idempotencyKey }]) => {
    const parts = [`'${method}'`, `'${path}'`, ...(idempotencyKey ? ['true'] : [])]
    return `  ${name}: [${parts.join(', ')}],`
  })

process.stdout.write(`// Written by \`pnpm generate\` from the declarations of @flagdeck/http; do not edit.
import type { EndpointName } from './endpoint-input.ts'

/** Method, path, and whether it takes a key to be sent again with. */
export type EndpointEntry = readonly [method: string, path: string, takesKey?: true]

/** What can be called: the declarations themselves would bring their schemas along. */
export const ENDPOINT_TABLE: Readonly<Record<EndpointName, EndpointEntry>> = {
${lines.join('\n')}
}
`)
