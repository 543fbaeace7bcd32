import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ListedFlag } from './listed-flag.ts'

/** Tags of the flags that were loaded, for suggestions. The API cannot list tags. */
export const knownTags = signal<readonly string[]>([])

export function useKnownTags(flags: readonly ListedFlag[] | undefined): void {
  useEffect(() => {
    const all = new Set([...knownTags.value, ...(flags ?? []).flatMap(({ tags }) => tags)])
    if (all.size > knownTags.value.length) knownTags.value = [...all].sort((one, other) => one.localeCompare(other))
  }, [flags])
}
