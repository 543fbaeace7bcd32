import { signal } from '@preact/signals'
import { Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import { Copy } from '../../parts/copy.tsx'
import { connect as text } from '../../text/start.ts'
import { type Asking, INSTALL_COMMANDS, LANGUAGES, type Language, snippet } from '../flag/snippets.ts'
import { Received } from './received.tsx'
import './start.css'

/** One choice for all flags: an application usually has one SDK. */
const language = signal<Language>('node')

const SDKS = Object.keys(LANGUAGES) as Language[] // all its keys are languages

interface Props {
  readonly asking: Asking
  /** null if no flag has the key. */
  readonly flagId: number | null
}

/** Explains how to install an SDK and evaluate a flag with it, and shows whether a call has arrived (CONSOLE-365). */
export function ConnectSdk({ asking, flagId }: Props) {
  const sdk = language.value
  const install = INSTALL_COMMANDS[sdk]
  const code = snippet(sdk, asking)
  const element = useRef<HTMLDivElement>(null)
  return (
    <div class="connect-sdk stack" ref={element}>
      <SdkChoice />
      {install !== undefined && <Step label={text.install} copy={text.copyInstall} kind="install" code={install} />}
      <Step label={text.run[sdk]} copy={text.copyCode} kind="snippet" code={code} />
      <Received key={flagId} flagId={flagId} asking={asking} language={sdk} wizard={element} />
    </div>
  )
}

function SdkChoice() {
  return (
    <fieldset class="row wrap chips">
      <legend class="visually-hidden">{text.sdks}</legend>
      {SDKS.map((name) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={name === language.value}
          onClick={() => {
            language.value = name
          }}
        >
          {LANGUAGES[name]}
        </button>
      ))}
    </fieldset>
  )
}

interface StepProps {
  readonly label: string
  readonly copy: string
  readonly kind: 'install' | 'snippet'
  readonly code: string
}

function Step({ label, copy, kind, code }: StepProps) {
  return (
    <div class="connect-step">
      <div class="row">
        <p class="grow small quiet">{label}</p>
        <Copy key={code} text={code} label={copy} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled with the keyboard */}
      <pre class={`code ${kind}`} tabIndex={0}>
        {code.split(/(?<=\n)/).map((line, index) => (
          <CodeLine key={index} line={line} />
        ))}
      </pre>
    </div>
  )
}

/** Shows a line that wraps with an indent. It contains its line break, so that selected code is copied unchanged. */
function CodeLine({ line }: { readonly line: string }) {
  const [first, ...rest] = line.split(/(?<=[(,])/)
  return (
    <span class="code-line" style={{ '--indent': line.search(/\S|$/) }}>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  )
}
