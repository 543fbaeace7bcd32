import { useState } from 'preact/hooks'
import { flagList } from '../../text/flags.ts'

const SAID_MS = 1500

/** Copies a key; shown where the row is pointed at or focused. */
export function CopyKey({ flagKey }: { readonly flagKey: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(flagKey)
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return (
    <button type="button" class="copy" aria-label={flagList.copyKey(flagKey)} onClick={copy}>
      {copied ? flagList.copied : flagList.copy}
    </button>
  )
}
