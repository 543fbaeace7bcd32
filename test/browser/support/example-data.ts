import { setTimeout } from 'node:timers/promises'
import { run } from '../../../scripts/process/run.ts'
import type { ConsoleServer } from './console-server.ts'

/** Loads the example data into a second project, and waits until its calls are counted. */
export async function loadExampleData({ url, personalApiKey }: ConsoleServer): Promise<void> {
  const demo = ['packages/server/dist/cli.js', 'demo', '--url', url]
  const { code, output } = await run('node', demo, { env: { FLAGDECK_API_KEY: personalApiKey } })
  if (code !== 0) throw new Error(output)
  // Reported calls are counted some seconds later.
  const headers = { authorization: `Bearer ${personalApiKey}` }
  for (;;) {
    const listed = await fetch(`${url}/api/projects/2/feature_flags/?limit=20&usage=7d`, { headers })
    if (/"exposures":[1-9]/.test(await listed.text())) return
    await setTimeout(500)
  }
}
