// Prints src/migrations/all-migrations.ts; `pnpm generate` writes it. Each file that has a number is a migration and
// exports nothing else.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../src/migrations')

async function exportOf(file: string): Promise<string> {
  const [name, ...others] = Object.keys(await import(join(FOLDER, file)))
  if (name === undefined || others.length > 0) throw new Error(`${file} has to export one migration and nothing else.`)
  return name
}

const files = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-.*\.ts$/.test(file))
  .toSorted()
const names = await Promise.all(files.map(exportOf))

process.stdout.write(`// Written by \`pnpm generate\` from the files of this folder; do not edit.
${files.map((file, at) => `import { ${names[at]} } from './${file}'`).join('\n')}
import type { Migration } from './migration.ts'

/** In the order they run. */
export const allMigrations: readonly Migration[] = [${names.join(', ')}]
`)
