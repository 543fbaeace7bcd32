import { useState } from 'preact/hooks'
import { copyText } from '../../parts/copy-text.ts'
import { flagList } from '../../text/flags.ts'
import { sentences } from '../../text/frame.ts'

const SAID_MS = 1500

/** Copies a key. The button is shown while the row has the pointer or the focus. */
export function CopyKey({ flagKey }: { readonly flagKey: string }) {
  const [said, say] = useState<string>()
  const copy = async () => {
    say((await copyText(flagKey)) ? sentences.copied : sentences.notCopied)
    setTimeout(() => say(undefined), SAID_MS)
  }
  return (
    <button type="button" class="copy" aria-label={flagList.copyKey(flagKey)} onClick={copy}>
      {said ?? flagList.copy}
    </button>
  )
}
