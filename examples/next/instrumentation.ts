/** Next calls this when a server starts: so the first key is there before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { flagdeck } = await import('./app/flagdeck.ts')
  await flagdeck()
}
