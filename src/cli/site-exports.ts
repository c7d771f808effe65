// lectern export --site: writes a published site as pages that open without a server, to a folder or an archive.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportedFile } from '../sites/export/index.ts'
import { CommandError, notThere } from './failures.ts'
import { pluralize, print, showProgress } from './print.ts'
import type { OpenStore } from './store.ts'

export interface SiteExportOptions {
  site: string
  at?: string
  claims?: string
}

export async function exportSite(store: OpenStore, to: string, options: SiteExportOptions): Promise<void> {
  const path = resolve(to)
  const isArchive = /\.zip$/i.test(path)
  if (!isArchive) await requireEmpty(path)
  const { progress, done } = showProgress()
  let count = 0
  const counted = async function* (files: AsyncIterable<ExportedFile>) {
    for await (const file of files) {
      yield file
      progress('files written', ++count)
    }
  }
  const files = counted(await openFilesOf(store, options))
  await (isArchive ? writeArchive(files, path) : writeFolder(files, path)).finally(done)
  print(`${path}: ${pluralize(count, 'file')} written.`)
}

async function openFilesOf({ config, database }: OpenStore, options: SiteExportOptions) {
  const { findExportedSite, listExportedFiles, openExport } = await import('../sites/export/index.ts')
  const { loadVisitorClaims, readClaims } = await import('../domain/visits/index.ts')
  const { createUrls } = await import('../server/urls.ts')
  const { loadStaticFiles } = await import('../server/static-files.ts')
  const { openFiles } = await import('../files/files.ts')
  const found = await findExportedSite(database.read, options.site)
  if (!found) throw notThere('site', options.site)
  const { unsigned = {}, ...signed } = readClaims(options.claims) as { unsigned?: Record<string, unknown> }
  const claims = await loadVisitorClaims(database.read, found.site, { signed, unsigned })
  const urls = createUrls(config.url, config)
  const services = { db: database.read, urls, files: openFiles(config), staticFiles: await loadStaticFiles() }
  const visited = await openExport(services, { ...found, at: momentOf(options.at), claims })
  if (visited.structure.siteSpaces.length === 0) throw new CommandError('The site shows no spaces.')
  return listExportedFiles(services, visited)
}

function momentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.getTime() > Date.now())
    throw new CommandError(`--at must be a moment in the past, such as 2026-01-31T12:00:00Z, not ${text}.`)
  return at.toISOString()
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new CommandError(`${folder} cannot be written: ${error.message}.`)
  })
  if (names.length > 0)
    throw new CommandError(`${folder} is not empty: name a new folder, or a file that ends with .zip.`)
}

async function writeFolder(files: AsyncIterable<ExportedFile>, folder: string): Promise<void> {
  for await (const { name, bytes } of files) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(Readable.from(bytes instanceof Readable ? bytes : [bytes]), createWriteStream(file))
  }
}

/** The archive gets its name when it is complete. */
async function writeArchive(files: AsyncIterable<ExportedFile>, path: string): Promise<void> {
  const { toZip } = await import('../sites/export/index.ts')
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  try {
    await pipeline(toZip(files, new Date()), createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
