import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { type ApiResponse, resultsOf } from '../support/api-response.ts'
import type { NewWorld, World } from '../support/world.ts'

/** Lists of flags over HTTP: docs/behaviour/flags.md. */
export function flagLists(newWorld: NewWorld): void {
  it('HTTP-61 answers an empty project with an empty page', async () => {
    const { owner, flags } = await newWorld()
    expect((await owner.get(flags)).body).toEqual({ count: 0, next: null, previous: null, results: [] })
  })

  it('FLAG-30 answers the newest flag first, ties by id', async () => {
    const { owner, flags, newFlag } = await newWorld()
    await newFlag({ key: 'a' })
    await newFlag({ key: 'b' })
    await newFlag({ key: 'old', created_at: '2001-01-01T00:00:00Z' })
    expect(keys(await owner.get(flags))).toEqual(['b', 'a', 'old'])
  })

  it('FLAG-172 names a version of the project whose changes are all in the list', async () => {
    const { owner, flags, newFlag, project } = await newWorld()
    await newFlag({ key: 'a' })
    const { headers } = await owner.post(flags, { key: 'b' })
    const written = Number(headers['flagdeck-version'])
    const versionOf = async (query: string) => Number((await owner.get(flags + query)).headers['flagdeck-version'])
    expect(await versionOf('')).toBeLessThanOrEqual(written)
    // An instance that has loaded the project, for example for a stream, knows the newest version.
    await owner.get(`/flags/definitions?token=${project.apiToken}`)
    for (const query of ['', '?usage=7d']) expect(await versionOf(query)).toBe(written)
  })

  it('FLAG-35 lists the deleted flags instead, page by page', async () => {
    const { owner, flags, newFlag } = await newWorld()
    for (const key of ['a', 'b', 'c']) {
      const { id } = await newFlag({ key })
      if (key !== 'c') await owner.patch(`${flags}${id}/`, { deleted: true })
    }
    expect(keys(await owner.get(`${flags}?deleted=true`))).toEqual(['b', 'a'])
    expect(keys(await owner.get(flags))).toEqual(['c'])
    const { body } = await owner.get(`${flags}?deleted=true&limit=1`)
    expect(body).toMatchObject({ count: 2, results: [{ key: 'b', deleted: true, status: 'DELETED' }] })
    expect(body.next).toBe(`http://localhost${flags}?deleted=true&limit=1&offset=1`)
  })

  it('HTTP-61 links the pages absolutely, with sorted parameters, and without offset=0', async () => {
    const world = await fiveFlags(await newWorld())
    const { owner, flags } = world
    const first = await owner.get(`${flags}?order=key&limit=2`)
    expect(first.body).toMatchObject({ count: 5, previous: null })
    expect(first.body.next).toBe(`http://localhost${flags}?limit=2&offset=2&order=key`)
    const second = await owner.get(pathOf(first.body.next))
    expect(keys(second)).toEqual(['c', 'd'])
    expect(second.body.next).toBe(`http://localhost${flags}?limit=2&offset=4&order=key`)
    expect(second.body.previous).toBe(`http://localhost${flags}?limit=2&order=key`)
    const last = await owner.get(pathOf(second.body.next))
    expect(keys(last)).toEqual(['e'])
    expect(last.body.next).toBeNull()
    expect(last.body.previous).toBe(`http://localhost${flags}?limit=2&offset=2&order=key`)
  })

  it('PAGE-4 walks through all pages by next, and back by previous', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const seen: unknown[] = []
    let page = await owner.get(`${flags}?limit=2&offset=1&order=key`)
    while (page.body.next !== null) {
      seen.push(...keys(page))
      page = await owner.get(pathOf(page.body.next))
    }
    expect([...seen, ...keys(page)]).toEqual(['b', 'c', 'd', 'e'])
    while (page.body.previous !== null) page = await owner.get(pathOf(page.body.previous))
    expect(keys(page)).toEqual(['a', 'b'])
  })

  it('PAGE-5 cuts a page of large flags short, and goes on where it ended', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const value = 'x'.repeat(500_000)
    const filters = { groups: [{ properties: [{ key: 'plan', type: 'person', operator: 'exact', value }] }] }
    for (let made = 0; made < 36; made++) await newFlag({ key: `large-${String(made).padStart(2, '0')}`, filters })
    const first = await owner.get(`${flags}?order=key&limit=1000`)
    expect(first.text?.length).toBeLessThan(17 * 1024 * 1024)
    expect(keys(first)).toHaveLength(33)
    expect(first.body).toMatchObject({ count: 36, previous: null })
    expect(first.body.next).toBe(`http://localhost${flags}?limit=33&offset=33&order=key`)
    const second = await owner.get(pathOf(first.body.next))
    expect(keys(second)).toEqual(['large-33', 'large-34', 'large-35'])
    expect(second.body).toMatchObject({ next: null, previous: `http://localhost${flags}?limit=33&order=key` })
  })

  it('HTTP-61 links back to the first page when less than a page lies before', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const { body } = await owner.get(`${flags}?limit=3&offset=1`)
    expect(body.previous).toBe(`http://localhost${flags}?limit=3`)
  })

  it('PAGE-4 answers an empty page with the true count past the end', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    for (const offset of ['5', '100', '2147483648', '9007199254740991', '9'.repeat(30)]) {
      const { status, body } = await owner.get(`${flags}?offset=${offset}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ count: 5, next: null, results: [] })
    }
  })

  it('PAGE-2 falls back instead of failing when limit or offset make no sense', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    for (const wrong of ['', '0', '-1', 'ten', '1.5', '1e2', '%00', 'NaN', '٣']) {
      const limited = await owner.get(`${flags}?limit=${wrong}`)
      expect(resultsOf(limited), `limit=${wrong}`).toHaveLength(5)
      const shifted = await owner.get(`${flags}?offset=${wrong}`)
      if (wrong !== '0') expect(resultsOf(shifted), `offset=${wrong}`).toHaveLength(5)
    }
    const { body } = await owner.get(`${flags}?limit=ten&offset=2`)
    expect(body.previous).toBe(`http://localhost${flags}?limit=100`)
  })

  it('PAGE-3 gives at most 1000 items and says so in the links', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const { body } = await owner.get(`${flags}?limit=5000&offset=1`)
    expect(body.previous).toBe(`http://localhost${flags}?limit=1000`)
    const larger = await owner.get(`${flags}?limit=${'9'.repeat(30)}&offset=1`)
    expect(larger.body.previous).toBe(body.previous)
  })

  it('HTTP-11 counts the last of several equal parameters, and keeps the others in the links', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const { body } = await owner.get(`${flags}?limit=1&limit=2&_=%C3%BC&basic=1+2`)
    expect(body.results).toHaveLength(2)
    expect(body.next).toBe(`http://localhost${flags}?_=%C3%BC&basic=1+2&limit=2&offset=2`)
  })

  it('HTTP-61 links to the host that was asked, unless that could not be a host', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const next = async (headers: Record<string, string>) => (await owner.get(`${flags}?limit=4`, { headers })).body.next
    expect(await next({ host: 'flags.acme.test:8000' })).toBe(`http://flags.acme.test:8000${flags}?limit=4&offset=4`)
    expect(await next({ host: 'evil.test/"><script>' })).toBe(`http://localhost${flags}?limit=4&offset=4`)
    expect(await next({ 'x-forwarded-host': 'evil.test' })).toBe(`http://localhost${flags}?limit=4&offset=4`)
  })

  it('HTTP-2 takes the path with and without its slash, and links to the one that was asked', async () => {
    const { owner, flags } = await fiveFlags(await newWorld())
    const bare = flags.slice(0, -1)
    const { status, body } = await owner.get(`${bare}?limit=4`)
    expect(status).toBe(200)
    expect(body.next).toBe(`http://localhost${bare}?limit=4&offset=4`)
  })

  it('FLAG-31 never lists deleted flags, and archived ones only when asked', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const gone = await newFlag({ key: 'gone' })
    await newFlag({ key: 'kept' })
    await newFlag({ key: 'archived', active: false, archived: true })
    await owner.patch(`${flags}${gone.id}/`, { deleted: true })
    expect(keys(await owner.get(flags))).toEqual(['kept'])
    expect(keys(await owner.get(`${flags}?archived=true`))).toEqual(['archived'])
    expect(keys(await owner.get(`${flags}?archived=false`))).toEqual(['kept'])
  })

  it('FLAG-31 filters by every parameter', async () => {
    const world = await newWorld()
    const { owner, member, flags, newFlag } = world
    await newFlag({ key: 'plain', name: 'Plain and simple', tags: ['red', 'blue'] })
    await newFlag({ key: 'off', active: false, tags: ['red'], owner: 'Team Checkout' })
    await newFlag({ key: 'config', is_remote_configuration: true, evaluation_runtime: 'server' })
    const variants = [50, 50].map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage }))
    await newFlag({ key: 'many', filters: { groups: [{}], multivariate: { variants } }, evaluation_contexts: ['web'] })
    await newFlag({ key: 'of-a-member' }, member)
    const found = async (query: string) => keys(await owner.get(`${flags}?order=key&${query}`))
    expect(await found('active=true')).toEqual(['config', 'many', 'of-a-member', 'plain'])
    expect(await found('active=FALSE')).toEqual(['off'])
    expect(await found('active=STALE')).toEqual([])
    expect(await found(`created_by_id=${member.user.id}`)).toEqual(['of-a-member'])
    expect(await found(`created_by_id=[${member.user.id},"99999999999999"]`)).toEqual(['of-a-member'])
    expect(await found('created_by_id=99999999999999')).toEqual([])
    expect(await found('search=PLAIN AND')).toEqual(['plain'])
    expect(await found('search=of_a member')).toEqual(['of-a-member'])
    expect(await found('search=%25')).toEqual([])
    expect(await found('key=PLAIN')).toEqual(['plain'])
    expect(await found('owner=team checkout')).toEqual(['off'])
    expect(await found('owner=team')).toEqual([])
    expect(await found('search=eam check')).toEqual([])
    expect(await found('type=multivariant')).toEqual(['many'])
    expect(await found('type=remote_config')).toEqual(['config'])
    expect(await found('evaluation_runtime=server')).toEqual(['config'])
    expect(await found('tags=["red"]')).toEqual(['off', 'plain'])
    expect(await found('tags=["red"&tags=["blue"]')).toEqual(['plain'])
    expect(await found('tags=blue')).toEqual(['plain'])
    expect(await found('excluded_tags=["blue"]')).not.toContain('plain')
    expect(await found('excluded_properties=["plain","off"]')).toEqual(['config', 'many', 'of-a-member'])
    expect(await found('has_evaluation_contexts=true')).toEqual(['many'])
  })

  it('FLAG-161 HTTP-110 refuses a filter that cannot be read, with what it takes', async () => {
    const { owner, flags, newFlag } = await newWorld()
    await newFlag()
    const wrong = [
      ['active', 'nonsense', 'Send true, false or STALE.'],
      ['archived', 'ja', 'Send true or false.'],
      ['deleted', 'ja', 'Send true or false.'],
      ['has_evaluation_contexts', 'ja', 'Send true or false.'],
      ['type', 'bool', '"bool" is not a valid choice. Send one of boolean, multivariant, experiment, remote_config.'],
      ['evaluation_runtime', 'SERVER', '"SERVER" is not a valid choice. Send one of server, client, all, both.'],
      ['created_by_id', 'nobody', 'Send the id of a user, or several ids separated by commas or as a JSON list.'],
      ['tags', '["a"', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
      ['excluded_tags', '[1]', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
      ['excluded_properties', 'a,b', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
    ]
    for (const [attr, value, detail] of wrong) {
      for (const url of [flags, `${flags}matching_ids/`]) {
        const { status, body } = await owner.get(`${url}?${attr}=${value}`)
        expect({ status, body }, `${attr}=${value}`).toMatchObject({
          status: 400,
          body: { type: 'validation_error', attr, detail },
        })
      }
    }
  })

  it('FLAG-32 refuses an unknown order and a search that is too long', async () => {
    const { owner, flags } = await newWorld()
    expect((await owner.get(`${flags}?order=password`)).body).toMatchObject({ code: 'invalid_choice', attr: 'order' })
    expect((await owner.get(`${flags}?search=${'x'.repeat(201)}`)).body).toEqual({
      type: 'validation_error',
      code: 'invalid_input',
      detail: 'Search term cannot exceed 200 characters',
      attr: 'search',
    })
  })
}

async function fiveFlags(world: World): Promise<World> {
  for (const key of ['a', 'b', 'c', 'd', 'e']) await world.newFlag({ key })
  return world
}

function keys(response: ApiResponse): unknown[] {
  return resultsOf(response).map((flag: JsonObject) => flag.key)
}

function pathOf(link: unknown): string {
  const { pathname, search } = new URL(String(link))
  return pathname + search
}
