// The fonts of a site: the house's own until it chooses, then one of those we ship, or one of its organization's.

import type { Row } from '../../db/tables.ts'
import { type Chosen, facesOf } from '../../domain/customization/index.ts'
import type { Files } from '../../files/files.ts'
import { downloadPath } from '../../files/links.ts'
import type { StaticFiles } from '../../server/static-files.ts'
import { STATIC } from '../../server/static-files.ts'

/** Families as their stylesheets name them; `Inter` and `JetBrainsMono` are in the stylesheet of all sites. */
const FAMILIES: Record<string, string> = {
  ABCFavorit: '"ABC Favorit","Hanken Grotesk Variable",sans-serif',
  DMMono: '"DM Mono",monospace',
  FiraCode: '"Fira Code Variable",monospace',
  FiraSans: '"Fira Sans",sans-serif',
  IBMPlexMono: '"IBM Plex Mono",monospace',
  IBMPlexSerif: '"IBM Plex Serif",serif',
  Inconsolata: '"Inconsolata Variable",monospace',
  Inter: '"Inter Variable",sans-serif',
  JetBrainsMono: '"JetBrains Mono Variable",monospace',
  Lato: 'Lato,sans-serif',
  Merriweather: '"Merriweather Variable",serif',
  NotoSans: '"Noto Sans Variable",sans-serif',
  OpenSans: '"Open Sans Variable",sans-serif',
  Overpass: '"Overpass Variable",sans-serif',
  Poppins: 'Poppins,sans-serif',
  Raleway: '"Raleway Variable",sans-serif',
  Roboto: '"Roboto Variable",sans-serif',
  RobotoMono: '"Roboto Mono Variable",monospace',
  RobotoSlab: '"Roboto Slab Variable",serif',
  SourceCodePro: '"Source Code Pro Variable",monospace',
  SourceSansPro: '"Source Sans 3 Variable",sans-serif',
  SpaceMono: '"Space Mono",monospace',
  Ubuntu: 'Ubuntu,sans-serif',
}

export interface FontServices {
  /** The rows of the custom fonts that the settings name. */
  rows: readonly Row<'custom_fonts'>[]
  signer: Files['signer']
  staticFiles: StaticFiles
  /** The address of the site. */
  site: string
}

interface Fonts {
  declarations: string[]
  faces: string
  /** The names of their stylesheets. */
  sheets: string[]
}

const NONE: Fonts = { declarations: [], faces: '', sheets: [] }

export async function fontsOf({ styling }: Chosen, services: FontServices): Promise<Fonts> {
  const text = await fontOf(styling?.font, 'Custom', ['sans', 'serif'], services)
  const code = await fontOf(styling?.monospaceFont, 'Custom Mono', ['mono'], services)
  return {
    declarations: [...text.declarations, ...code.declarations],
    faces: text.faces + code.faces,
    sheets: [...text.sheets, ...code.sheets],
  }
}

type Chosenfont = NonNullable<Chosen['styling']>['font']

async function fontOf(chosen: Chosenfont, family: string, names: string[], services: FontServices): Promise<Fonts> {
  const declare = (value: string) => names.map((name) => `--${name}:${value}`)
  if (chosen === undefined) return NONE
  if (typeof chosen === 'string') {
    const sheet = await services.staticFiles.fontStyles(chosen)
    return { declarations: declare(FAMILIES[chosen]!), faces: '', sheets: sheet ? [sheet] : [] }
  }
  const row = services.rows.find(({ id }) => id === chosen.id)
  if (!row) return NONE
  // The family has a name of ours: one that somebody typed has no place in a stylesheet.
  const generic = names.includes('mono') ? 'monospace' : 'sans-serif'
  return { declarations: declare(`"${family}",${generic}`), faces: facesIn(row, family, services), sheets: [] }
}

const facesIn = (row: Row<'custom_fonts'>, family: string, { signer, site }: FontServices): string =>
  facesOf(row)
    .map(({ weight, format, ...file }) => {
      const url = `${site}${STATIC}${downloadPath(signer, file)}`
      return `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url("${url}") format("${format}")}`
    })
    .join('')
