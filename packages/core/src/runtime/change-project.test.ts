import { expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'
import { changeProject } from './change-project.ts'

it('PROJ-1 takes no writes for a project that is gone', async () => {
  const { context } = await testDeck()
  const gone = { ...context, project: { ...context.project, id: 404 } }
  const attempt = changeProject(gone, async () => 'written')
  await expect(attempt).rejects.toMatchObject({ kind: 'not_found', message: 'Project not found.' })
})

it('SNAP-1 raises the version of the project with every change, and not with one that is refused', async () => {
  const { context, store, project } = await testDeck()
  const version = async () => (await store.read((tx) => tx.projects.versions([project.id]))).get(project.id)?.version
  const seen = await changeProject(context, async (_tx, projectVersion) => projectVersion)
  expect(seen).toBe(project.version + 1)
  expect(await version()).toBe(seen)
  await expect(changeProject(context, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await version()).toBe(seen)
})
