// Restores a backup on either database: verifies it, then restores the files, all rows in one transaction, and the
// secret.
import { renameSync, writeFileSync } from 'node:fs'
import { hasRows } from '../db/bulk.ts'
import { type Progress, replaceAll } from '../db/copy.ts'
import { reserveNumbers } from '../domain/indexes/index.ts'
import type { Store } from './backup.ts'
import { BackupError, type Meta } from './format.ts'
import { unpackFiles } from './stored-files.ts'
import { type Verification, withBackup } from './verify.ts'

export interface Target extends Store {
  /** The file that stores the secret; undefined if the configuration sets the secret. */
  secretFile: string | undefined
}

export interface RestoreOptions {
  /** Replaces existing data. */
  force?: boolean
  progress?: Progress
}

export interface Restored extends Verification {
  /** Warnings for the operator. */
  warnings: string[]
}

export async function restoreBackup(
  file: string,
  target: Target,
  { force = false, progress = () => {} }: RestoreOptions = {},
): Promise<Restored> {
  if (!force && (await hasRows(target.database.read))) {
    throw new BackupError('The database is not empty: add --force to replace all its data.')
  }
  return withBackup(file, { scratch: target.data, progress }, async (scratch, proof) => {
    await target.database.migrate()
    await unpackFiles(scratch.read, target.backend, target.data, progress)
    await target.database.write(async (db) => {
      await replaceAll(scratch.read, db, progress)
      // Spaces that are created before the others are indexed again come after them.
      await reserveNumbers(db)
    })
    return { ...proof, warnings: restoreSecret(proof.meta, target) }
  })
}

function restoreSecret(meta: Meta, { secret, secretFile }: Target): string[] {
  if (meta.secret === secret) return []
  if (secretFile === undefined) {
    return [
      'LECTERN_SECRET is not the secret of the backup: links signed and secrets encrypted with the secret of the backup are unusable until it is set.',
    ]
  }
  writeFileSync(`${secretFile}.restoring`, meta.secret, { mode: 0o600, flush: true })
  renameSync(`${secretFile}.restoring`, secretFile)
  return ['The secret of the backup replaced the one in the data folder: restart all running servers.']
}
