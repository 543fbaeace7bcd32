import type { Store } from '@flagdeck/core'
import { insertFlag, newActivityRow } from '@flagdeck/core/fixtures'

/** The number of concurrent writers in one process, so that a crash interrupts transactions at every stage. */
const WRITERS = 4

/**
 * Runs a command of a child process on a store. `migrate` prints the report as JSON. `write KEYS COUNT` adds this many
 * flags, each with an activity entry, and prints the key of each after its write was acknowledged. The flags are added
 * to the first project. `COUNT` 0 continues until the process is killed.
 */
export async function runStoreProcess(store: Store, [command, prefix, count]: readonly string[]): Promise<void> {
  if (command === 'migrate') print(JSON.stringify(await store.migrate()))
  else await writeFlags(store, String(prefix), Number(count) || Number.POSITIVE_INFINITY)
  await store.close()
}

async function writeFlags(store: Store, prefix: string, count: number): Promise<void> {
  const project = await store.read((tx) => tx.projects.first())
  if (!project) throw new Error('There is no project to write to.')
  let started = 0
  const write = async (): Promise<void> => {
    while (started < count) {
      const key = `${prefix}-${++started}`
      await store.write(async (tx) => {
        const projectVersion = await tx.projects.raiseVersion(project.id)
        const flag = await insertFlag(tx, { projectId: project.id, key, projectVersion })
        await tx.activity.append(newActivityRow({ id: `of-${key}`, projectId: project.id, itemId: String(flag.id) }))
      })
      print(key)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

/** Writes to a pipe are synchronous, so printed lines survive the end of the process. */
function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
