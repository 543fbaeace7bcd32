/** Waits until what else there is to do has had its turn; long work calls it between its pieces. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
