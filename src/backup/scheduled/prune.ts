// Keeps the newest backups: removes the lists of older ones first, then all pieces that no backup consists of. What is
// left over when the server is killed in between is removed next time.
import { listedFiles, readList } from './list.ts'
import type { Shelf } from './shelf.ts'

export async function pruneBackups(shelf: Shelf, keep: number): Promise<{ backups: number; pieces: number }> {
  const old = (await shelf.listBackups()).slice(0, -keep)
  for (const name of old) await shelf.removeBackup(name)
  const used = await piecesInUse(shelf)
  let pieces = 0
  for (const name of await shelf.listPieces()) {
    if (used.has(name)) continue
    await shelf.removePiece(name)
    pieces++
  }
  return { backups: old.length, pieces }
}

/** Throws if a list cannot be read: what it consists of must stay. */
async function piecesInUse(shelf: Shelf): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  const lists = new Set<string>()
  for (const name of await shelf.listBackups()) {
    const list = await readList(shelf, name)
    for (const { pieces } of list.tables) for (const hash of pieces) used.add(shelf.nameOf(hash))
    // Most lists of files have most of their pieces in common: each is read once.
    const unread = list.files.pieces.filter((hash) => !lists.has(hash))
    for await (const [, hash] of listedFiles(shelf, { ...list, files: { ...list.files, pieces: unread } }))
      used.add(shelf.nameOf(hash))
    for (const hash of unread) {
      lists.add(hash)
      used.add(shelf.nameOf(hash))
    }
  }
  return used
}
