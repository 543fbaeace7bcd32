import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ListedFlag } from './listed-flag.ts'

/** Tags that flags were seen with, to suggest: the API has no list of them. */
export const knownTags = signal<readonly string[]>([])

export function useKnownTags(flags: readonly ListedFlag[] | undefined): void {
  useEffect(() => {
    const all = new Set([...knownTags.value, ...(flags ?? []).flatMap(({ tags }) => tags)])
    if (all.size > knownTags.value.length) knownTags.value = [...all].sort((one, other) => one.localeCompare(other))
  }, [flags])
}
