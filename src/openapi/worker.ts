// The thread in which large files are parsed, so that the server goes on answering meanwhile.
import { parentPort } from 'node:worker_threads'
import { digestFile } from './digest.ts'

parentPort!.on('message', (bytes: Uint8Array) => {
  const digest = digestFile(bytes)
  const moved = 'error' in digest ? [] : [digest.json.buffer, digest.raw.buffer]
  parentPort!.postMessage(digest, moved as ArrayBuffer[])
})
