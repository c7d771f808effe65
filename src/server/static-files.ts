// The files that browsers load: styles, scripts and fonts, named by their content. The build has made them; from the sources
// they are made when first needed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'

export interface StaticFile {
  name: string
  bytes: Buffer
  /** The same, compressed with Brotli and with gzip. */
  br?: Buffer | undefined
  gz?: Buffer | undefined
}

export interface StaticFiles {
  find(name: string): StaticFile | undefined
  /** The names of the stylesheet and the script of sites. */
  styles: string
  script: string
  /** The name of the script of sites that were exported. */
  exportScript: string
  /** The names of the stylesheet and the script of pages that show an API. */
  apiStyles: string
  apiScript: string
  /** The names of the stylesheet and the script of pages with interfaces of integrations. */
  interfaceStyles: string
  interfaceScript: string
  /** The name of the stylesheet of the pages for signing in. */
  gateStyles: string
  /** The names of the stylesheet and the script of the console. */
  consoleStyles: string
  consoleScript: string
  /** The name of the stylesheet of a font that sites can choose. */
  fontStyles(font: string): Promise<string | undefined>
  /** The names of the scripts that draw diagrams. */
  diagrams(): Promise<{ library: string; script: string }>
}

/** The first segment of a path that is no page, below the base URL and below every site: `~lectern/site-ABC.css`. */
export const STATIC = '~lectern'

let loading: Promise<StaticFiles> | undefined

export function loadStaticFiles(): Promise<StaticFiles> {
  // A build that failed is tried again.
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<StaticFiles> {
  const built = new URL('./public/', import.meta.url)
  return existsSync(built) ? readBuilt(built) : buildFromSources()
}

/** Files of the build are read when they are first asked for: most fonts never are. */
function readBuilt(folder: URL): StaticFiles {
  const names = new Set(readdirSync(folder))
  const known = new Map<string, StaticFile>()
  const read = (name: string) => (names.has(name) ? readFileSync(new URL(name, folder)) : undefined)
  const find = (name: string): StaticFile | undefined => {
    const bytes = known.has(name) || /\.(br|gz)$/.test(name) ? undefined : read(name)
    if (bytes) known.set(name, { name, bytes, br: read(`${name}.br`), gz: read(`${name}.gz`) })
    return known.get(name)
  }
  const fontStyles = async (font: string) => [...names].find((name) => isStylesOf(name, font))
  return { find, ...namesIn([...names]), fontStyles, diagrams: async () => diagramsIn([...names]) }
}

async function buildFromSources(): Promise<StaticFiles> {
  const bin = (name: string) => import(new URL(`bin/${name}`, PACKAGE_FOLDER).href)
  const root = fileURLToPath(PACKAGE_FOLDER)
  const files = new Map<string, StaticFile>()
  const add = (built: StaticFile[]): string[] => {
    for (const file of built) files.set(file.name, file)
    return built.map(({ name }) => name)
  }
  const fonts = new Map<string, Promise<string[]>>()
  const fontStyles = async (font: string) => {
    const { buildFonts, listFonts } = await bin('font-build.js')
    if (!listFonts(root).includes(font)) return undefined
    const names = fonts.get(font) ?? buildFonts(root, [font]).then(add)
    fonts.set(font, names)
    return (await names).find((name: string) => isStylesOf(name, font))
  }
  const names = add(await (await bin('browser-build.js')).buildForBrowsers(root))
  let drawing: Promise<string[]> | undefined
  const diagrams = async () => {
    drawing ??= bin('diagram-build.js').then(({ buildDiagrams }) => buildDiagrams(root).then(add))
    return diagramsIn(await drawing)
  }
  return { find: (name) => files.get(name), ...namesIn(names), fontStyles, diagrams }
}

const isStylesOf = (name: string, font: string): boolean => name.startsWith(`font-${font}-`) && name.endsWith('.css')

const finderIn =
  (names: readonly string[]) =>
  (start: string, end: string): string => {
    const found = names.find((name) => name.startsWith(`${start}-`) && name.endsWith(end))
    if (!found) throw new Error(`The file "${start}${end}" is missing: run "npm run build".`)
    return found
  }

const diagramsIn = (names: readonly string[]) => {
  const named = finderIn(names)
  return { library: named('mermaid', '.js'), script: named('diagram', '.js') }
}

function namesIn(names: readonly string[]) {
  const named = finderIn(names)
  return {
    styles: named('site', '.css'),
    script: named('site', '.js'),
    exportScript: named('export', '.js'),
    apiStyles: named('api', '.css'),
    apiScript: named('api', '.js'),
    interfaceStyles: named('interface', '.css'),
    interfaceScript: named('interface', '.js'),
    gateStyles: named('gate', '.css'),
    consoleStyles: named('console', '.css'),
    consoleScript: named('console', '.js'),
  }
}
