// A font as it looks, in each of its weights.
import { useEffect, useState } from 'preact/hooks'
import { organizationWords } from '../../words-organization.ts'
import type { ReplyTo } from '../api/operations.ts'

export type FontJson = ReplyTo<'GET /orgs/:organizationId/fonts'>['items'][number]

const text = organizationWords.fonts

export function Specimen({ font }: { font: FontJson }) {
  // Not its own name, which another font on this page may have.
  const family = `font-${font.id}`
  const [broken, setBroken] = useState<readonly number[]>([])
  useEffect(() => {
    const faces = font.fontFaces.map(({ weight, sources }) => {
      const face = new FontFace(family, sources.map(({ url }) => `url(${JSON.stringify(url)})`).join(), {
        weight: String(weight),
      })
      document.fonts.add(face)
      face.load().catch(() => setBroken((before) => [...before, weight]))
      return face
    })
    return () => {
      for (const face of faces) document.fonts.delete(face)
    }
  }, [JSON.stringify(font.fontFaces)])
  return (
    <ul class="specimen" aria-label={text.weights(font.fontFamily)}>
      {font.fontFaces.map(({ weight }) => (
        <li key={weight}>
          <span class="small faint">{weight}</span>
          {broken.includes(weight) ? (
            <span class="warn-text">{text.broken}</span>
          ) : (
            <span style={{ fontFamily: `"${family}"`, fontWeight: weight }}>{text.sample}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
