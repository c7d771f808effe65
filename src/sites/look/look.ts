// How the settings of a site make it look: classes of the page, values of the stylesheet, fonts.
import type { Chosen } from '../../domain/customization/index.ts'
import type { Customization } from '../../shapes/customization.ts'
import { type FontServices, fontsOf } from './fonts.ts'
import { declarationsOf } from './palette.ts'
import type { Reader, Theme } from './reader.ts'

export interface Look {
  /** Of the root element; those of defaults are left out. */
  classes: string[]
  /** Absent: as the reader's system has it. */
  theme: Theme | undefined
  /** Empty if nothing differs from the stylesheet. */
  css: string
  /** The names of its stylesheets. */
  sheets: string[]
  /** The names of its scripts. */
  scripts: string[]
  reader: Reader
}

/** Settings that are classes, and their values that need none. */
function classesOf({ styling, header }: Customization): string[] {
  const classes: [string, string, string][] = [
    ['look', styling.theme, 'clean'],
    ['corners', styling.corners, 'rounded'],
    ['depth', styling.depth, 'subtle'],
    ['links', styling.links, 'default'],
    ['icons', styling.icons, 'regular'],
    ['side', styling.sidebar.background, 'default'],
    ['list', styling.sidebar.list, 'default'],
    ['find', styling.search, 'prominent'],
    ['ground', styling.background, 'plain'],
    ['header', header.preset, 'default'],
  ]
  return classes.flatMap(([name, value, usual]) => (value === usual ? [] : [`${name}-${value}`]))
}

/** What the reader chose, if they may; else what the site chose. */
function themeOf({ themes }: Customization, chosen: Chosen, reader: Reader): Theme | undefined {
  const theme = (themes.toggeable ? reader.theme : undefined) ?? chosen.themes?.default
  return theme === 'system' ? undefined : theme
}

export async function lookOf(
  settings: Customization,
  chosen: Chosen,
  reader: Reader,
  services: FontServices,
): Promise<Look> {
  const { declarations, faces, sheets } = await fontsOf(chosen, services)
  const values = [...declarationsOf(settings), ...declarations].join(';')
  return {
    classes: classesOf(settings),
    theme: themeOf(settings, chosen, reader),
    css: values === '' ? '' : `${faces}@layer theme{:root{${values}}}`,
    sheets: [services.staticFiles.styles, ...sheets],
    scripts: [services.staticFiles.script],
    reader,
  }
}
