import { Icon } from '../../parts/icons.tsx'
import { below, href } from '../../route.ts'
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
        </a>
      ))}
      <Person />
    </nav>
  )
}
