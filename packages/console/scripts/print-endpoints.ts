// Prints src/api/endpoint-paths.ts; `pnpm generate` writes it.
import { endpoints } from '@flagdeck/http'

const lines = Object.entries(endpoints)
  .filter(([, { auth }]) => ['personal_api_key', 'session', 'public'].includes(auth))
  .map(([name, { method, path }]) => `  ${name}: ['${method}', '${path}'],`)

process.stdout.write(`// Written by \`pnpm generate\` from the declarations of @flagdeck/http; do not edit.

/** Method and path of what the console may call: the declarations themselves would bring their schemas along. */
export const ENDPOINT_PATHS = {
${lines.join('\n')}
} as const
`)
