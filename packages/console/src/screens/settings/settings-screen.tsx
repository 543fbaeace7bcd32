import type { ComponentType } from 'preact'
import { Missing } from '../../parts/missing.tsx'
import { below, href } from '../../route.ts'
import { places } from '../../text/frame.ts'
import { groups, settings } from '../../text/settings.ts'
import { ExportSection } from './export-section.tsx'
import { GroupTypes } from './group-types.tsx'
import { HealthSection } from './health-section.tsx'
import { Keys } from './keys.tsx'
import { MembersSection } from './members-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { Roles } from './roles.tsx'
import './settings.css'
import { You } from './you.tsx'

type Groups = typeof groups
type Section = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]

const SHOWN: Readonly<Record<Section, ComponentType>> = {
  project: ProjectSection,
  groups: GroupTypes,
  export: ExportSection,
  members: MembersSection,
  roles: Roles,
  health: HealthSection,
  keys: Keys,
  you: You,
}

const NAMES = Object.keys(SHOWN) as Section[] // an object literal has no other keys

export function SettingsScreen() {
  const named = below.value[1] ?? 'project'
  const open = NAMES.find((name) => name === named)
  if (open === undefined) return <Missing from="settings" />
  const Shown = SHOWN[open]
  return (
    <div class="screen settings">
      <div class="head">
        <h1>{places.settings}</h1>
      </div>
      <div class="settings-columns">
        <Sections open={open} />
        <div class="settings-content in-order">
          <Shown key={open} />
        </div>
      </div>
    </div>
  )
}

/** Lists all sections in their three groups, next to the open one in a wide window and otherwise above it. */
function Sections({ open }: { readonly open: Section }) {
  return (
    <nav class="settings-sections" aria-label={settings.sections}>
      {Object.entries(groups).map(([group, sections]) => (
        <div key={group}>
          <h2 id={`settings-${group}`}>{group}</h2>
          <ul aria-labelledby={`settings-${group}`}>
            {Object.entries(sections).map(([name, label]) => (
              <li key={name}>
                <a href={href('settings', name)} aria-current={name === open ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
