import { useState } from 'preact/hooks'

interface Props {
  readonly text: string
  readonly label: string
}

/** Copies a text, and says that it did. */
export function Copy({ text, label }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" class="button plain" onClick={copy}>
      {copied ? 'Copied' : label}
    </button>
  )
}
