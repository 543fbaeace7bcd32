import type { ComponentType } from 'preact'
import { Tabs } from '../../parts/tabs.tsx'
import { below, href } from '../../route.ts'
import { places } from '../../text/frame.ts'
import { sections, settings } from '../../text/settings.ts'
import { ExportSection } from './export-section.tsx'
import { GroupTypes } from './group-types.tsx'
import { HealthSection } from './health-section.tsx'
import { Keys } from './keys.tsx'
import { MembersSection } from './members-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { Roles } from './roles.tsx'
import './settings.css'
import { You } from './you.tsx'

type Section = keyof typeof sections

const SHOWN: Readonly<Record<Section, ComponentType>> = {
  project: ProjectSection,
  members: MembersSection,
  roles: Roles,
  groups: GroupTypes,
  export: ExportSection,
  health: HealthSection,
  keys: Keys,
  you: You,
}

const NAMES = Object.keys(sections) as Section[] // an object literal has no other keys

export function SettingsScreen() {
  const open = NAMES.find((name) => name === below.value[1]) ?? 'project'
  const Shown = SHOWN[open]
  return (
    <div class="screen reading settings">
      <div class="head">
        <h1>{places.settings}</h1>
      </div>
      <Tabs label={settings.sections} names={sections} open={open} hrefOf={(name) => href('settings', name)} />
      <Shown />
    </div>
  )
}
