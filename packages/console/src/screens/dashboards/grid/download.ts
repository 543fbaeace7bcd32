/** Saves a file in the browser's download folder. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the content after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** Returns a valid file name for the name of a chart. */
export function fileName(name: string, extension: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ').trim()
  return `${plain.slice(0, 80) || 'chart'}.${extension}`
}
