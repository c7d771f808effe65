// The place of a document that is read through the API: links lead to the web app, those of visitors to their site.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import type { OtherSpace, Place } from '../../domain/drawing/index.ts'
import { toFile, type View } from '../../domain/revisions/index.ts'
import { listSpacesPublishedBy } from '../../domain/site-addresses/index.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import { findSeenSpace, openMain } from './seen-spaces.ts'

interface Reading {
  db: Db
  caller: AnyCaller
  space: Objects['space']
  urls: Urls
  files: Files
}

export async function placeOf(reading: Reading, view: View): Promise<Place> {
  const { db, caller, space, urls, files } = reading
  const findOther = async (id: string): Promise<OtherSpace | undefined> => {
    const other = await findSeenSpace(db, caller, id)
    if (!other) return undefined
    const addresses = await addressesOf(reading, other)
    return { title: other.title, view: await openMain(db, caller, other), ...addresses }
  }
  return {
    db,
    space,
    view,
    pageUrl: (await addressesOf(reading, space)).pageUrl,
    fileUrl: (file) => toFile(file, files.signer, urls).downloadURL,
    store: files.store,
    findOther,
  }
}

async function addressesOf({ db, caller, urls }: Reading, { id }: Objects['space']) {
  const published = isVisitor(caller)
    ? (await listSpacesPublishedBy(db, [id], urls, { id: caller.site.id })).get(id)
    : undefined
  const url = published?.url ?? urls.app(`/spaces/${id}`)
  const pageUrl: Place['pageUrl'] = (page, path) =>
    published ? published.url + path.split('/').map(encodeURIComponent).join('/') : `${url}/pages/${page.id}`
  return { url, pageUrl }
}
