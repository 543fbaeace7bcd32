/** Returns UUIDs that count up from 1, so that every run of a test has the same ids. */
export function countingIds(): () => string {
  let last = 0
  return () => {
    last++
    return `00000000-0000-4000-8000-${last.toString(16).padStart(12, '0')}`
  }
}
