// Tracks code in HTML, `<pre><code>` … `</code></pre>` in a table cell: its blank lines, and lines that look like tags
// of the dialect, do not end the HTML.

/** Scans a text character by character. */
export class CodeTracker {
  /** True if the next character is in code. */
  inCode = false
  private tag: string | undefined
  private quote = ''
  private afterPre = false

  read(text: string): this {
    for (let at = 0; at < text.length; at++) this.take(text[at] as string)
    return this
  }

  take(character: string): void {
    if (this.tag !== undefined) this.within(character)
    else if (character === '<') this.tag = ''
    else this.afterPre = false
  }

  // Tag names are short; attribute values only matter for quotes around a `>`.
  private within(character: string): void {
    if (this.quote) this.quote = character === this.quote ? '' : this.quote
    else if (character === '>') this.end(this.tag as string)
    else if (character === '<') this.tag = ''
    else if (/\s/.test(this.tag?.at(-1) ?? '')) this.quote = /["']/.test(character) ? character : ''
    else if ((this.tag as string).length < longest) this.tag += character.toLowerCase()
  }

  private end(tag: string): void {
    const name = tag.trim()
    if (name === '/pre') this.inCode = false
    else if (name === 'code' && this.afterPre) this.inCode = true
    this.afterPre = name === 'pre'
    this.tag = undefined
    this.quote = ''
  }
}

const longest = 8

export const hasOpenCode = (html: string): boolean => html.includes('<pre') && new CodeTracker().read(html).inCode
