import { micromark } from 'micromark'

/** Lowers the ranks of headings, because the heading of a tile has rank 2. A `<` of the text itself is escaped. */
function belowTile(html: string): string {
  return html.replaceAll(
    /(<\/?h)([1-6])>/g,
    (_, start: string, rank: string) => `${start}${Math.min(6, Number(rank) + 2)}>`,
  )
}

/** Shows Markdown. HTML in it stays text, and links only lead to web pages; both are defaults of micromark. */
export function Markdown({ source }: { readonly source: string }) {
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: belowTile(micromark(source)) }} />
}
