/**
 * Where the console takes the token of a sign-in link. Behind the `#`, so that no server and no log sees it, and whoever
 * looks at links ahead of people does not use it up.
 */
export function signInLink(baseUrl: string, token: string): string {
  return `${baseUrl}/console/#/sign-in/${token}`
}
