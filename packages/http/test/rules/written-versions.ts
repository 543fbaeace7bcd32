import { expect, it } from 'vitest'
import type { ApiResponse } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

/** The version in the response to every write: docs/behaviour/propagation.md. */
export function writtenVersions(newWorld: NewWorld): void {
  it('PROP-40 is in the answer to every write of a flag, a cohort or a project, and is the project’s', async () => {
    const { owner, flags, project, api } = await newWorld()
    const inProject = `/api/projects/${project.id}/`
    const cohorts = `${inProject}cohorts/`
    const writes: readonly (readonly [name: string, write: () => Promise<ApiResponse>])[] = [
      ['creates a flag', () => owner.post(flags, { key: 'k' })],
      ['changes it', () => owner.patch(`${flags}${flagId}/`, { active: false })],
      ['replaces it', () => owner.put(`${flags}${flagId}/`, { key: 'k' })],
      ['gives it a dashboard', () => owner.post(`${flags}${flagId}/dashboard/`)],
      ['deletes it', () => owner.patch(`${flags}${flagId}/`, { deleted: true })],
      ['creates a cohort', () => owner.post(cohorts, { name: 'List', is_static: true })],
      ['changes it', () => owner.patch(`${cohorts}${cohortId}/`, { name: 'Members' })],
      [
        'adds members',
        () => owner.post(`${cohorts}${cohortId}/add_persons_to_static_cohort/`, { distinct_ids: ['ada'] }),
      ],
      ['removes a member', () => owner.delete(`${cohorts}${cohortId}/persons/ada/`)],
      ['changes the project', () => owner.patch(inProject, { timezone: 'Europe/Berlin' })],
      ['gives it a token', () => owner.patch(`${inProject}reset_token/`)],
      ['gives it a secret token', () => owner.patch(`${inProject}rotate_secret_token/`)],
    ]
    let flagId: unknown
    let cohortId: unknown
    for (const [name, write] of writes) {
      const { status, headers, body } = await write()
      expect(status, name).toBeLessThan(300)
      const stored = await api.deck.context.store.read((tx) => tx.projects.find(project.id))
      expect(headers['flagdeck-version'], name).toBe(String(stored?.version))
      if (name === 'creates a flag') flagId = body.id
      if (name === 'creates a cohort') cohortId = body.id
    }
  })

  it('PROP-40 is in the answer to the creation of a project', async () => {
    const { owner } = await newWorld()
    const { headers } = await owner.post('/api/projects/', { name: 'Another' })
    expect(headers['flagdeck-version']).toBe('1')
  })
}
