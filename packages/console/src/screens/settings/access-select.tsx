import { problemOf } from '../../api/api-problem.ts'
import { connected } from '../../api/connection.ts'
import { tell } from '../../parts/toasts.tsx'
import { runsOrganization } from '../../session.ts'
import { accessLevels } from '../../text/settings.ts'

interface Props {
  readonly label: string
  readonly level: number
  readonly onChoose: (level: 21 | 37) => Promise<unknown>
}

/** What members may do with flags: to choose for who runs the organization, to read for others. */
export function AccessSelect({ label, level, onChoose }: Props) {
  if (!runsOrganization.value) return <>{accessLevels[level]}</>
  const choose = async (select: HTMLSelectElement) => {
    try {
      await onChoose(Number(select.value) as 21 | 37) // the options below
    } catch (error) {
      select.value = `${level}`
      tell(problemOf(error).message)
    }
  }
  return (
    <select
      class="input"
      aria-label={label}
      value={`${level}`}
      disabled={!connected.value}
      onChange={(event) => void choose(event.currentTarget)}
    >
      {Object.entries(accessLevels).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
