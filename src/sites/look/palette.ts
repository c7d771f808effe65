// The colours of a site, for light and dark: the neutral ones in its tint, the others readable on every ground.
import { DEFAULTS } from '../../domain/customization/index.ts'
import type { Customization } from '../../shapes/customization.ts'
import { adjusted, type Color, isReadable, mix, parseColor, readableOn, textOn, tinted, toHex } from './colors.ts'

type Styling = Customization['styling']
type Theme = 'light' | 'dark'

/** The same as in `tokens.css`, each for light and dark. */
export const NEUTRALS = {
  well: ['#f4f1ea', '#11100e'],
  paper: ['#fbfaf7', '#171613'],
  card: ['#ffffff', '#201e1a'],
  float: ['#ffffff', '#262420'],
  raised: ['#ffffff', '#38342c'],
  track: ['#eae6dc', '#0e0d0b'],
  ink: ['#1d1b16', '#ece8df'],
  soft: ['#544f43', '#bdb6a8'],
  faint: ['#686357', '#a39d90'],
  line: ['#e6e2d8', '#312e28'],
  edge: ['#d3cdbf', '#48443b'],
  field: ['#8c8577', '#7b7468'],
} as const

type Neutral = keyof typeof NEUTRALS
type Palette = Record<Neutral, Color>

/** How much of the tint is in the neutral colours. */
const SHARES: Record<Styling['theme'], number> = { clean: 0.3, muted: 0.45, bold: 0.3, gradient: 0.35 }

/** A tint that was chosen; all but the clean theme take the main colour otherwise. */
const tintOf = ({ tint, theme, background, primaryColor }: Styling) =>
  tint?.color ?? (theme === 'clean' && background === 'plain' ? undefined : primaryColor)

function neutralsOf(styling: Styling, theme: Theme): Palette {
  const tint = tintOf(styling)
  const own = (name: Neutral): Color => {
    const neutral = parseColor(NEUTRALS[name][theme === 'light' ? 0 : 1])
    return tint ? tinted(neutral, parseColor(tint[theme]), SHARES[styling.theme]) : neutral
  }
  const palette = Object.fromEntries(Object.keys(NEUTRALS).map((name) => [name, own(name as Neutral)])) as Palette
  // On the coloured paper of these themes, what lies deeper is darker still.
  if (styling.theme === 'muted') return { ...palette, paper: palette.well, well: palette.track }
  return styling.background === 'match' ? { ...palette, paper: mix(palette.paper, palette.well, 0.6) } : palette
}

/** Texts that the tint must leave readable, and what WCAG asks of the edges of fields. */
const legible = (palette: Palette, grounds: readonly Color[]): Palette => ({
  ...palette,
  ink: readableOn(palette.ink, grounds, 7),
  soft: readableOn(palette.soft, grounds),
  faint: readableOn(palette.faint, grounds),
  field: readableOn(palette.field, grounds, 3),
})

const WASH = 0.09
/** How much of the main colour is at the top of the gradient. */
const GLOW = 0.12
const washOf = (color: Color, { paper }: Palette): Color => mix(paper, color, WASH)

const groundsOf = ({ paper, well, card, float }: Palette): Color[] => [paper, well, card, float]

/** Also on a wash of itself, as in marks and hints. */
const readableColor = (text: string, palette: Palette, more: readonly Color[] = []): Color =>
  adjusted(parseColor(text), (tried) => isReadable(tried, [...groundsOf(palette), ...more, washOf(tried, palette)]))

const MEANINGS = { info: 'infoColor', good: 'successColor', warn: 'warningColor', bad: 'dangerColor' } as const

/** The values of custom properties, by name without the dashes. */
export type Values = Record<string, Color>

/** Values that differ from those of the stylesheet; all of them where the grounds do. */
export function paletteOf({ styling, header }: Customization, theme: Theme): Values {
  const plain = neutralsOf(styling, theme)
  const isTinted = tintOf(styling) !== undefined
  const glow = mix(plain.paper, parseColor(styling.primaryColor[theme]), GLOW)
  const tops = styling.theme === 'gradient' ? [glow] : []
  const palette = isTinted ? legible(plain, [...groundsOf(plain), ...tops]) : plain
  const isOwn = (setting: 'primaryColor' | (typeof MEANINGS)[keyof typeof MEANINGS]): boolean =>
    isTinted || JSON.stringify(styling[setting]) !== JSON.stringify(DEFAULTS.styling[setting])
  const accent = readableColor(styling.primaryColor[theme], palette, tops)
  const values: Values = { ...(isTinted && palette), ...(tops.length > 0 && { glow }) }
  if (isOwn('primaryColor'))
    Object.assign(values, { accent, 'on-accent': textOn(accent), 'accent-wash': washOf(accent, palette) })
  for (const [name, setting] of Object.entries(MEANINGS)) {
    if (!isOwn(setting)) continue
    const color = readableColor(styling[setting][theme], palette, tops)
    Object.assign(values, { [name]: color, [`${name}-wash`]: washOf(color, palette) })
  }
  return { ...values, ...headerColors(header, styling, { ...palette, accent }, theme) }
}

/** The ground and the text of the header, where it has its own. */
function headerColors(
  header: Customization['header'],
  { theme: look }: Styling,
  colors: Palette & { accent: Color },
  theme: Theme,
): Values {
  const { accent, ink, paper } = colors
  const preset = header.preset === 'default' && look === 'bold' ? 'bold' : header.preset
  const on = (ground: Color, text: Color): Values => ({ 'top-ground': ground, 'top-ink': readableOn(text, [ground]) })
  if (preset === 'bold') return on(accent, textOn(accent))
  if (preset === 'contrast') return on(ink, paper)
  if (preset !== 'custom') return {}
  const ground = header.backgroundColor ? parseColor(header.backgroundColor[theme]) : paper
  return on(ground, header.linkColor ? parseColor(header.linkColor[theme]) : textOn(ground))
}

/** One declaration for each value, with both themes in it. */
export function declarationsOf(settings: Customization): string[] {
  const [light, dark] = [paletteOf(settings, 'light'), paletteOf(settings, 'dark')]
  return Object.entries(light).map(([name, color]) => `--${name}:light-dark(${toHex(color)},${toHex(dark[name]!)})`)
}
