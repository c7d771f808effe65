/** Copies text. On pages that were loaded without TLS, browsers know only the old way. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('The browser does not let the page copy.')
}
