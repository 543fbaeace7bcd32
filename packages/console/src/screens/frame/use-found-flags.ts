import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import type { Command } from './palette-commands.ts'

interface Found {
  readonly flags: readonly Command[]
  readonly problem: boolean
}

const TYPING_MS = 120
const MOST = '8'

/** The flags whose key or description has what was typed; the last ones stay until there are new ones. */
export function useFoundFlags(text: string): Found {
  const [found, setFound] = useState<Found>({ flags: [], problem: false })
  useEffect(() => {
    let current = true
    const settle = (known: Found) => current && setFound(known)
    const asking = setTimeout(() => {
      search(text.trim()).then(
        (flags) => settle({ flags, problem: false }),
        () => settle({ flags: [], problem: true }),
      )
    }, TYPING_MS)
    return () => {
      current = false
      clearTimeout(asking)
    }
  }, [text])
  return text.trim() === '' ? { flags: [], problem: false } : found
}

async function search(text: string): Promise<readonly Command[]> {
  if (text === '') return []
  const params = { project_id: openProject().id }
  const { results } = await call('listFlags', { params, query: { search: text, limit: MOST } })
  return results.map(({ id, key, name, active }) => ({
    id,
    group: commands.flags,
    label: key,
    mono: true,
    hint: [active ? '' : commands.off, name].filter(Boolean).join(' · '),
    run: () => go(href('flags', id)),
  }))
}
