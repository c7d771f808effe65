// What an integration says about itself, in markdown.
import { useEffect, useState } from 'preact/hooks'

export function Summary({ markdown }: { markdown: string }) {
  const [html, setHtml] = useState<string | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    void draw(markdown).then((drawn) => isGone || setHtml(drawn))
    return () => {
      isGone = true
    }
  }, [markdown])
  if (html === undefined) return null
  // The renderer escapes every text and checks every address
  return <div class="ck soft" dangerouslySetInnerHTML={{ __html: html }} />
}

async function draw(content: string): Promise<string> {
  const { drawInterface } = await import('../../../render/contentkit/index.ts')
  const { PLAIN } = await import('../../../render/html/index.ts')
  const place = { state: {}, prefix: 'summary', isEditable: false, isConfiguring: false, endpoints: [], origins: [] }
  return drawInterface({ type: 'markdown', content }, place, PLAIN).text
}
