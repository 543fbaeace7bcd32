import { scopeMeans, keys as text } from '../../text/settings.ts'
import { OBJECTS, type Scope } from './key-presets.ts'

interface Props {
  readonly scopes: readonly Scope[]
  readonly onChoose: (scopes: readonly Scope[]) => void
}

/** Chooses the scopes of a key, one for each object. */
export function ScopeChoice({ scopes, onChoose }: Props) {
  const choose = (object: string, scope: string) => {
    const others = scopes.filter((each) => !each.startsWith(`${object}:`))
    onChoose(scope === '' ? others : [...others, scope as Scope]) // one of the options
  }
  return (
    <div class="scopes">
      {OBJECTS.map((object) => (
        <label key={object} style={{ display: 'contents' }}>
          <span>
            {scopeMeans[object]} <code class="quiet small">{object}</code>
          </span>
          <select
            class="input"
            value={scopes.find((scope) => scope.startsWith(`${object}:`)) ?? ''}
            onChange={({ currentTarget }) => choose(object, currentTarget.value)}
          >
            <option value="">{text.nothing}</option>
            <option value={`${object}:read`}>{text.read}</option>
            <option value={`${object}:write`}>{text.write}</option>
          </select>
        </label>
      ))}
    </div>
  )
}
