import type { ComponentChildren } from 'preact'

interface Props {
  readonly title: string
  readonly about?: ComponentChildren
  readonly children: ComponentChildren
}

/** Shows a part of a section: its heading, its explanation and its content. They are side by side in a wide window. */
export function Section({ title, about, children }: Props) {
  return (
    <section class="setting">
      <div class="stack tight">
        <h2>{title}</h2>
        {about && <p class="quiet">{about}</p>}
      </div>
      <div class="stack">{children}</div>
    </section>
  )
}
