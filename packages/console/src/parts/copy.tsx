import { useState } from 'preact/hooks'
import { sentences } from '../text/frame.ts'
import { copyText } from './copy-text.ts'

interface Props {
  readonly text: string
  readonly label: string
}

const TOLD_MS = 2000

/** Copies a text and shows whether it succeeded. */
export function Copy({ text, label }: Props) {
  const [said, say] = useState<string>()
  const copy = async () => {
    say((await copyText(text)) ? sentences.copied : sentences.notCopied)
    setTimeout(() => say(undefined), TOLD_MS)
  }
  return (
    <button type="button" class="button link" onClick={copy}>
      {said ?? label}
    </button>
  )
}
