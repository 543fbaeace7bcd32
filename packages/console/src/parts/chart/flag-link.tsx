import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'

interface Props {
  readonly flagKey: string
  readonly children: ComponentChildren
}

/**
 * Links a flag key to the page of the flag. The id is loaded when the link gets the pointer or the focus, so that a
 * chart does not send a request for each flag. An unknown key leads to the list, which reports that nothing was found.
 */
export function FlagLink({ flagKey, children }: Props) {
  const [id, setId] = useState<number>()
  const listed = `${href('flags')}?search=${encodeURIComponent(flagKey)}`
  const load = async () => {
    if (id !== undefined) return href('flags', id)
    const found = await idOf(flagKey)
    setId(found)
    return found === undefined ? listed : href('flags', found)
  }
  const open = (event: MouseEvent) => {
    // A new tab or window gets the list if the id is not loaded yet.
    if (id !== undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    load().then(go, () => go(listed))
  }
  const prepare = () => void load().catch(() => undefined)
  return (
    <a
      class="flag-link"
      href={id === undefined ? listed : href('flags', id)}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {children}
    </a>
  )
}

async function idOf(key: string): Promise<number | undefined> {
  const params = { project_id: openProject().id }
  const { results } = await call('listFlags', { params, query: { key, limit: '1' } })
  return results[0]?.id
}
