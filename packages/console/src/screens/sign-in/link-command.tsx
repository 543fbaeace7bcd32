/** Shows the command with which an administrator creates a sign-in link. */
export function LinkCommand({ sentence }: { readonly sentence: string }) {
  return (
    <p class="quiet">
      {sentence} <code class="command">flagdeck sign-in</code>
    </p>
  )
}
