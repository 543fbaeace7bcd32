import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { packPackages } from '../../test/packaging/packed-package.ts'
import { withTemporaryFolder } from '../databases/temporary-folder.ts'
import { diskUsageMb } from '../measure/disk-usage.ts'
import { onceMeasured, type Result } from '../report/result.ts'
import { besideUnleash } from '../sites/beside-unleash.ts'
import { installPackage } from '../sites/install-package.ts'
import { UNLEASH_NAME, UNLEASH_PACKAGE } from '../sites/unleash-flag-server.ts'
import type { BenchCase } from './bench-case.ts'
import { compareCreations, compareFlagServers } from './compare-flag-servers.ts'
import { compareStarts } from './compare-starts.ts'

const NAME = 'unleash-server'

/** Flagdeck compared with Unleash's server, each with the same flags in a separate database on the same PostgreSQL. */
export const unleashServer: BenchCase = {
  name: NAME,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const unleash = await installPackage(folder, 'unleash', UNLEASH_PACKAGE)
      const size = await compareSizes(folder, unleash)
      return besideUnleash(unleash, async ({ servers, flags }) => [
        ...(await compareFlagServers(NAME, servers, flags)),
        await compareStarts(NAME, servers, flags),
        await compareCreations(NAME, servers, flags),
        size,
      ])
    }),
}

async function compareSizes(folder: string, unleash: string): Promise<Result> {
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs)
  const packed = (await packPackages(tarballs)).find(({ name }) => name === 'flagdeck')
  if (!packed) throw new Error('flagdeck was not packed')
  const flagdeck = await installPackage(folder, 'flagdeck', packed.tarball)
  const megabytes = { flagdeck: diskUsageMb(flagdeck), beside: diskUsageMb(unleash) }
  return onceMeasured(`${NAME}: size on disk, installed`, megabytes, { unit: 'MB', beside: UNLEASH_NAME })
}
