import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteStore } from '../src/index.ts'

it('WRITE-7 a change makes the picture of its own version, with the tag that is stored, and loads nothing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-picture-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const store = sqliteStore(join(directory, 'flags.db'))
  await store.migrate()
  const deck = await createFlagdeck({ store })
  onTestFinished(() => deck.close())
  const { flags, context } = await deck.project()
  const { snapshots, project } = context
  const { done } = snapshots.status().loads
  const { id } = await flags.create({ key: 'a' })
  for (let n = 0; n < 6; n++) {
    if (n < 5) await flags.update(id, { name: `name ${n}`, active: false })
    else await flags.restore(id, 1)
    const stored = (await store.read((tx) => tx.projects.versions([project.id]))).get(project.id)
    expect(stored?.tag).toEqual(expect.any(String))
    expect(snapshots.peek(project.id)).toMatchObject({ ...stored })
  }
  expect(flags.snapshot().keys).toContain('a')
  expect(snapshots.status().loads.done).toBe(done)
})
