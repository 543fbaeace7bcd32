import { useQuery } from '../../api/query.ts'
import { Icon } from '../../parts/icons.tsx'
import { whole } from '../../parts/number.ts'
import { below, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { places, sentences } from '../../text/frame.ts'
import { Person } from './person.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'

const NAMES = Object.keys(places) as (keyof typeof places)[] // an object literal has no other keys

export function Rail() {
  return (
    <nav class="rail" aria-label={sentences.main}>
      <ProjectSwitcher />
      {NAMES.map((name) => (
        <a
          key={name}
          class="nav"
          href={href(name)}
          title={places[name]}
          aria-current={below.value[0] === name ? 'page' : undefined}
        >
          <Icon name={name} />
          <span class="text">{places[name]}</span>
          {name === 'flags' && <FlagCount />}
        </a>
      ))}
      <Person />
    </nav>
  )
}

function FlagCount() {
  const { data } = useQuery('listFlags', { params: { project_id: openProject().id }, query: { limit: '1' } })
  return data ? <span class="text count">{whole(data.count)}</span> : null
}
