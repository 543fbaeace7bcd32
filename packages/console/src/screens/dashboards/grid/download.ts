/** Saves a file in the folder for downloads of the browser. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the content when the task is over.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** A name of a chart as the name of a file. */
export function fileName(name: string, extension: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ').trim()
  return `${plain.slice(0, 80) || 'chart'}.${extension}`
}
