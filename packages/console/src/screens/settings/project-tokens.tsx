import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh } from '../../api/query.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Copy } from '../../parts/copy.tsx'
import { tell } from '../../parts/toasts.tsx'
import { enter, runsOrganization } from '../../session.ts'
import { project as text } from '../../text/settings.ts'
import { Section } from './section.tsx'

type Project = Output<'retrieveProject'>
type Kind = 'public' | 'secret'

export function ProjectTokens({ project }: { readonly project: Project }) {
  const [replacing, setReplacing] = useState<Kind>()
  return (
    <Section title={text.tokens} about={text.tokensAbout}>
      <Token
        name={text.publicToken}
        hint={text.publicHint}
        value={project.api_token}
        onReset={() => setReplacing('public')}
      />
      <Token
        name={text.secretToken}
        hint={project.secret_api_token === null ? text.secretHidden : text.secretHint}
        value={project.secret_api_token}
        isSecret
        onReset={() => setReplacing('secret')}
      />
      {replacing && <Replace kind={replacing} project={project} onClose={() => setReplacing(undefined)} />}
    </Section>
  )
}

interface TokenProps {
  readonly name: string
  readonly hint: string
  readonly value: string | null
  /** Whether it is masked until the user shows it. */
  readonly isSecret?: boolean
  readonly onReset: () => void
}

function Token({ name, hint, value, isSecret = false, onReset }: TokenProps) {
  const [shown, setShown] = useState(!isSecret)
  return (
    <div class="token row wrap">
      <div class="grow">
        <div class="label">{name}</div>
        {value !== null && <code>{shown ? value : masked(value)}</code>}
        <div class="quiet small">{hint}</div>
      </div>
      {value !== null && isSecret && (
        <button type="button" class="button link" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? text.hide : text.show}
        </button>
      )}
      {value !== null && <Copy text={value} label={text.copy} />}
      {runsOrganization.value && (
        <button
          type="button"
          class="button"
          aria-label={`${text.rotate}: ${name}`}
          disabled={!connected.value}
          onClick={onReset}
        >
          {text.rotate}
        </button>
      )}
    </div>
  )
}

/** Returns the prefix of a token without its secret part. */
function masked(value: string): string {
  return `${value.slice(0, value.indexOf('_') + 1)}${'•'.repeat(16)}`
}

interface ReplaceProps {
  readonly kind: Kind
  readonly project: Project
  readonly onClose: () => void
}

function Replace({ kind, project, onClose }: ReplaceProps) {
  const title = kind === 'public' ? text.rotatePublic : text.rotateSecret
  const replace = async () => {
    await call(kind === 'public' ? 'resetProjectToken' : 'rotateProjectSecretToken', {
      params: { project_id: project.id },
    })
    enter(await call('retrieveSession'))
    await refresh()
    tell(text.rotated)
  }
  return (
    <Confirm title={title} action={title} dangerous onConfirm={replace} onClose={onClose}>
      <p>{kind === 'public' ? text.rotatePublicWhat : text.rotateSecretWhat}</p>
    </Confirm>
  )
}
