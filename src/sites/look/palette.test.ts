// Whatever colours a site chooses, its texts can be read.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULTS } from '../../domain/customization/index.ts'
import type { Customization } from '../../shapes/customization.ts'
import { type Color, contrast, parseColor, READABLE, toHex } from './colors.ts'
import { NEUTRALS, paletteOf } from './palette.ts'

const THEMES = ['light', 'dark'] as const

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const pair = fc.record({ light: color, dark: color })

const settings: fc.Arbitrary<Customization> = fc
  .record({
    theme: fc.constantFrom('clean', 'muted', 'bold', 'gradient'),
    background: fc.constantFrom('plain', 'match'),
    primaryColor: pair,
    infoColor: pair,
    dangerColor: pair,
    tint: fc.option(fc.record({ color: pair }), { nil: undefined }),
    preset: fc.constantFrom('default', 'bold', 'contrast', 'custom', 'none'),
    backgroundColor: fc.option(pair, { nil: undefined }),
    linkColor: fc.option(pair, { nil: undefined }),
  })
  .map(({ preset, backgroundColor, linkColor, ...styling }) => ({
    ...DEFAULTS,
    styling: { ...DEFAULTS.styling, ...styling },
    header: { preset, backgroundColor, linkColor, links: [] },
  })) as fc.Arbitrary<Customization>

/** All colours of a theme, with those that the stylesheet has. */
function colorsOf(chosen: Customization, theme: (typeof THEMES)[number]): Record<string, Color> {
  const own = Object.entries(NEUTRALS).map(([name, both]) => [name, parseColor(both[theme === 'light' ? 0 : 1])])
  return { ...Object.fromEntries(own), ...paletteOf(chosen, theme) }
}

describe('the colours of a site', () => {
  test('are those of the stylesheet while nothing is chosen', () => {
    expect(paletteOf(DEFAULTS, 'light')).toEqual({})
    const tokens = readFileSync(new URL('../../render/html/styles/tokens.css', import.meta.url), 'utf8')
    const own = { ...NEUTRALS, accent: ['#9a3412', '#fdba74'], info: ['#1f5884', '#98c8ee'] }
    for (const [name, [light, dark]] of Object.entries(own))
      expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`)
    expect(Object.values(DEFAULTS.styling.primaryColor).map((hex) => toHex(parseColor(hex)))).toEqual(own.accent)
    expect(Object.values(DEFAULTS.styling.infoColor).map((hex) => toHex(parseColor(hex)))).toEqual(own.info)
  })

  test('are readable on every ground, in light and dark', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(...THEMES), (chosen, theme) => {
        const colors = colorsOf(chosen, theme)
        for (const name of ['ink', 'soft', 'faint', 'accent', 'info', 'bad'])
          for (const under of ['paper', 'well', 'card', 'float', 'glow', `${name}-wash`]) {
            const ground = colors[under]
            if (ground) expect(contrast(colors[name]!, ground), `${name} on ${under}`).toBeGreaterThanOrEqual(READABLE)
          }
        expect(contrast(colors['on-accent']!, colors.accent!)).toBeGreaterThanOrEqual(READABLE)
        if (colors['top-ground'])
          expect(contrast(colors['top-ink']!, colors['top-ground'])).toBeGreaterThanOrEqual(READABLE)
      }),
    )
  })

  test('stay as they are where they are readable', () => {
    const chosen = structuredClone(DEFAULTS)
    chosen.styling.primaryColor = { light: '#123456', dark: '#abcdef' }
    expect(toHex(paletteOf(chosen, 'light').accent!)).toBe('#123456')
    expect(toHex(paletteOf(chosen, 'dark').accent!)).toBe('#abcdef')
  })
})
