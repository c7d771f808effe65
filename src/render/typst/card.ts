// Renders the picture that stands for a page where its link is shared: one sheet of 1200 by 630.
import { directionOf, languageOf } from '../direction.ts'
import { base } from './base.ts'
import { all, type Code, call, file, NONE, points, str } from './code.ts'
import { layouts } from './formats.ts'
import { SIZES } from './pictures.ts'
import { sheets } from './sheets.ts'
import { breakable, EMOJI, plain } from './text.ts'

/** A picture that takes the place of mark and name. */
export interface CardLogo {
  type: string
  /** As base64. */
  data: string
  width: number
  height: number
}

export interface Card {
  title: string
  description?: string | undefined
  site: string
  /** The emoji of the site. */
  emoji?: string | undefined
  logo?: CardLogo | undefined
  /** As `#rrggbb`. */
  colors: Record<'paper' | 'ink' | 'soft' | 'accent' | 'onAccent', string>
}

export const CARD_SIZE = { width: 1200, height: 630 }

const layout = `
#let card(paper, ink, soft, accent, on-accent, mark, site, title, size, description) = {
  set page(width: ${CARD_SIZE.width}pt, height: ${CARD_SIZE.height}pt, margin: 0pt, fill: paper, header: none, footer: none)
  set text(fill: ink, bottom-edge: "descender")
  set par(leading: 0.2em)
  block(width: 100%, height: 100%, clip: true, {
    place(bottom, rect(width: 100%, height: 14pt, fill: accent, stroke: none))
    block(width: 100%, height: 100%, inset: (x: 84pt, top: 76pt, bottom: 84pt), grid(
      rows: (64pt, 1fr),
      if site != none { grid(columns: (64pt, 1fr), column-gutter: 22pt, align: horizon,
        rect(width: 64pt, height: 64pt, radius: 14pt, fill: accent, stroke: none, inset: 0pt,
          align(center + horizon, text(34pt, weight: 700, fill: on-accent, mark))),
        box(width: 100%, height: 40pt, clip: true, align(horizon, text(30pt, weight: 600, fill: soft, site)))) } else [],
      align(bottom, block(width: 100%, height: 400pt, clip: true, align(bottom, {
        block(below: 0pt, text(size, weight: 700, title))
        if description != none { v(14pt, weak: false); block(above: 0pt, text(30pt, fill: soft, par(leading: 0.28em, description))) }
      }))),
    ))
  })
}
`

/** Long titles are set smaller, so that all of them fits. */
const SIZES_OF_TITLES: [number, number][] = [
  [24, 84],
  [48, 70],
  [90, 58],
]

const [MAX_TITLE, MAX_DESCRIPTION, MAX_SITE] = [150, 190, 60]

/** Wide characters take twice the room. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, char) => sum + (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(char) ? 2 : 1),
    0,
  )

function shortened(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (widthOf(line) <= max) return line
  let width = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    width += widthOf(segment)
    if (width >= max) break
    kept += segment
  }
  return `${kept.replace(/[\s,.;:–-]+$/, '')}…`
}

const color = (hex: string): Code => call('rgb', [str(hex)])

/** The first letter of the site stands for it if there is no emoji. */
const letterOf = (site: string): string => {
  const [first] = new Intl.Segmenter().segment(site.trim())
  return first?.segment.toUpperCase() ?? ''
}

/** The same without emoji. */
export function withoutEmoji({ title, description, site, logo, colors }: Card): Card {
  const bare = (text: string) => text.replace(EMOJI, '')
  return { title: bare(title), description: description && bare(description), site: bare(site), logo, colors }
}

/** Where the mark and the name are otherwise. */
const LOGO_BOX = { x: 84, y: 76, width: 720, height: 64 }

/** The drawing with the logo in it, not larger than it is. */
export function withLogo(svg: string, logo: CardLogo | undefined): string {
  if (!logo) return svg
  const isDrawn = logo.type === 'image/svg+xml'
  const scale = Math.min(
    LOGO_BOX.width / logo.width,
    LOGO_BOX.height / logo.height,
    isDrawn ? Number.POSITIVE_INFINITY : 2,
  )
  const [width, height] = [logo.width * scale, logo.height * scale]
  const place = `x="${LOGO_BOX.x}" y="${LOGO_BOX.y + (LOGO_BOX.height - height) / 2}" width="${width}" height="${height}"`
  const image = `<image ${place} xlink:href="data:${logo.type};base64,${logo.data}"/>`
  const end = svg.lastIndexOf('</svg>')
  return `${svg.slice(0, end)}${image}${svg.slice(end)}`
}

export function renderCard({ title, description, site, emoji, logo, colors }: Card): string {
  const shown = shortened(title, MAX_TITLE)
  const size = SIZES_OF_TITLES.find(([max]) => widthOf(shown) <= max)?.[1] ?? 48
  const { paper, ink, soft, accent, onAccent } = colors
  const said = shortened(description ?? '', MAX_DESCRIPTION)
  const text = `${shown}\n${said}`
  const sheet = call('card', [
    ...[paper, ink, soft, accent, onAccent].map(color),
    plain(emoji ?? letterOf(site)),
    logo ? NONE : plain(shortened(site, MAX_SITE)),
    plain(breakable(shown)),
    points(size),
    said === '' ? NONE : plain(breakable(said)),
  ])
  const inLanguage = call('in-language', [str(languageOf(text)), str(directionOf(text) ?? 'ltr'), all([sheet])])
  return file([base, SIZES, ...layouts, sheets, layout], [inLanguage])
}
