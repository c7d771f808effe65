// An in-memory object store for tests that counts reads and writes.

import type { Hash, Json } from '../objects.ts'
import type { Written } from '../ordered-map/write.ts'
import { type Reading, runSync } from '../reading.ts'
import { EMPTY_TREE, openTree, saveTree, type Tree } from '../tree/draft.ts'

export class Store {
  readonly objects = new Map<Hash, Json>([[EMPTY_TREE.hash, EMPTY_TREE.value]])
  loads = 0
  writes = 0

  run<T>(reading: Reading<T>): T {
    return runSync(reading, (hash) => {
      this.loads++
      return this.objects.get(hash)
    })
  }

  keep(written: Pick<Written, 'root' | 'objects'>): Hash {
    for (const object of written.objects) this.objects.set(object.hash, object.value)
    this.writes += written.objects.length
    return written.root
  }

  /** Edits the tree at `root` and stores the result. */
  edit(root: Hash, work: (tree: Tree) => Reading<unknown> | undefined): Hash {
    return this.keep(
      this.run(
        (function* () {
          const tree = openTree(root)
          const reading = work(tree)
          if (reading) yield* reading
          return yield* saveTree(tree)
        })(),
      ),
    )
  }

  count(work: () => void): { loads: number; writes: number } {
    this.loads = 0
    this.writes = 0
    work()
    return { loads: this.loads, writes: this.writes }
  }
}
