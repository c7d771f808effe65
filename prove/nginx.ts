// A real nginx with the settings of deploy/nginx.conf, without certificates, in front of nodes with fixed addresses.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Nginx {
  url: string
  stop(): Promise<void>
}

export async function startNginx(folder: string, port: number, nodes: readonly number[]): Promise<Nginx> {
  const given = await readFile(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')
  const servers = nodes.map((node) => `    server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;\n`).join('')
  const [upstream = '', , tls = ''] = given.split(/^(?=upstream|server \{)/m).slice(1)
  const settings = [
    upstream.replace(/ {4}(# )?server .*\n/g, '').replace('{\n', `{\n${servers}`),
    tls
      .replace(/^ *(listen \[|ssl_).*\n/gm, '')
      .replace('443 ssl http2', `127.0.0.1:${port}`)
      .replace(/server_name .*;/, 'server_name _;'),
  ]
  const file = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}\n` +
      `http {\naccess_log off;\n${places.join('\n')}\n${settings.join('\n')}}\n`,
  )
  const child = spawn('nginx', ['-c', file], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/healthz`, child)
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await pause(20)
  }
  throw new Error('nginx did not start: is it installed?')
}
