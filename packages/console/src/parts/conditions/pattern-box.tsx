import { useEffect, useState } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'

type Engine = typeof import('@flagdeck/core/re2')['re2Patterns']

interface Props {
  readonly pattern: string
  /** Whether the filter matches values that do not contain the pattern. */
  readonly negated: boolean
}

/** Tests a pattern on a value with the engine that evaluates flags. The engine is loaded when the box is opened. */
export function PatternBox({ pattern, negated }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [value, setValue] = useState('')
  const engine = useEngine(isOpen)
  return (
    <details class="pattern-box" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class="small">{conditions.tryPattern}</summary>
      <div class="row wrap">
        <input
          class="input mono grow"
          aria-label={conditions.tryValue}
          placeholder={conditions.tryValue}
          dir="auto"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
        <span class="small" role="status">
          {engine && value !== '' && outcome(engine, pattern, value, negated)}
        </span>
      </div>
    </details>
  )
}

function useEngine(isWanted: boolean): Engine | undefined {
  const [engine, setEngine] = useState<Engine>()
  useEffect(() => {
    if (isWanted) void import('@flagdeck/core/re2').then(({ re2Patterns }) => setEngine(re2Patterns))
  }, [isWanted])
  return engine
}

function outcome(engine: Engine, pattern: string, value: string, negated: boolean): string {
  const compiled = engine.compile(pattern)
  if (compiled === 'invalid') return conditions.noPattern
  if (compiled === 'too large') return conditions.largePattern
  const found = compiled.find(value)
  if (found === undefined) return conditions.longValue
  return found === negated ? conditions.passesNot : conditions.passes
}
