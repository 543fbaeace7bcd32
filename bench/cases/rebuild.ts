import type { BenchCase } from './bench-case.ts'
import { rebuildEmbedded } from './rebuild-embedded.ts'
import { rebuildHttp } from './rebuild-http.ts'
import { withRebuilding } from './rebuilding.ts'

const NAME = 'rebuild of 10,000 flags'

/** How long evaluations take while definitions are rebuilt, serialised and compressed all the time. */
export const rebuild: BenchCase = {
  name: NAME,
  run: () =>
    withRebuilding(async (rebuilding) => [
      ...(await rebuildEmbedded(NAME, rebuilding)),
      ...(await rebuildHttp(NAME, rebuilding)),
    ]),
}
