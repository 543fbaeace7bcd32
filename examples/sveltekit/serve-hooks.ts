// Stands in for SvelteKit, which would have to be built by Vite: calls the hooks of src/hooks.server.ts as its server does.
// To run them in SvelteKit itself, copy src/ into a project that has it.

import { serve } from '@hono/node-server'
import { handle, init } from './src/hooks.server.ts'

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const resolve = async () => (url.pathname === '/mine' ? Response.json(await request.json()) : new Response('mine'))
  return handle({ event: { url, request }, resolve })
}

await init()
const server = serve({ fetch: answer, port: Number(process.env.PORT ?? 3000) })
// The Node adapter emits this when its server has stopped; Node's types do not know the event.
process.once('SIGTERM', () => server.close(() => (process as NodeJS.EventEmitter).emit('sveltekit:shutdown')))
