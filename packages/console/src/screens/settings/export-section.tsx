import { callForFile } from '../../api/call.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { projectExport as text } from '../../text/settings.ts'
import { ImportSection } from './import-section.tsx'
import { Section } from './section.tsx'

/** Downloads the project as a document, and imports documents. */
export function ExportSection() {
  const { id } = openProject()
  const doing = useDoing()
  const file = `flagdeck-project-${id}.json`
  const save = () =>
    doing.run(async () => {
      saveAs(file, await callForFile('exportProjectDocument', { params: { project_id: id } }))
      tell(text.saved(file))
    })
  return (
    <>
      <Section title={text.title} about={text.about}>
        <p class="quiet">{text.without}</p>
        <Wrong problem={doing.problem} />
        <div>
          <button type="button" class="button" disabled={doing.blocked} onClick={save}>
            {text.save}
          </button>
        </div>
      </Section>
      <ImportSection />
    </>
  )
}

function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
