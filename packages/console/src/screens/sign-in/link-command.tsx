/** How whoever runs the server gets another link. */
export function LinkCommand({ sentence }: { readonly sentence: string }) {
  return (
    <p class="quiet">
      {sentence} <code>flagdeck sign-in</code>
    </p>
  )
}
