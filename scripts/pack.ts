// node scripts/pack.ts FOLDER     builds every public package from nothing and packs it there, as a registry would get it
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Finished, run } from './process/run.ts'
import { runPnpm } from './process/run-pnpm.ts'

async function pack(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  console.log('Building every package from nothing, which takes up to two minutes…')
  succeed(await run('node', ['scripts/build.ts', '--clean']))
  console.log('Packing…')
  succeed(await runPnpm(['-r', '--filter', './packages/*', 'pack', '--pack-destination', folder]))
  console.log(`Packed into ${folder}.`)
}

function succeed({ code, output }: Finished): void {
  if (code !== 0) throw new Error(`Packing failed:\n${output}`)
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name a folder to pack into: npm run pack -- FOLDER')
  process.exitCode = 2
} else await pack(resolve(folder))
