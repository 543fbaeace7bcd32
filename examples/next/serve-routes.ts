// Stands in for Next, which takes 400 MB and minutes to build: serves the routes of app/ as its server would.
// To run them in Next itself, copy app/, instrumentation.ts and next.config.ts into a project that has it.

import { serve } from '@hono/node-server'
import * as api from './app/flags-api/[...path]/route.ts'
import * as mine from './app/mine/route.ts'
import * as home from './app/route.ts'
import { register } from './instrumentation.ts'

type Routes = Readonly<Record<string, (request: Request) => Promise<Response>>>

function routesOf(path: string): Routes {
  if (path.startsWith('/flags-api/')) return api
  return path === '/mine' ? mine : home
}

async function answer(request: Request): Promise<Response> {
  const route = routesOf(new URL(request.url).pathname)[request.method]
  return route ? route(request) : new Response(null, { status: 405 })
}

process.env.NEXT_RUNTIME = 'nodejs'
await register()
const server = serve({ fetch: answer, port: Number(process.env.PORT ?? 3000) })
process.once('SIGTERM', () => server.close())
