// The settings in force, and where each comes from.
import { serverWords as text } from '../../words-server.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ServerFrame } from './frame.tsx'

type Setting = ReplyTo<'GET /server/settings'>['items'][number]

export function Settings() {
  const settings = useReading('GET /server/settings', {}).value
  return (
    <ServerFrame at="settings">
      <p class="soft">{text.settingsLead}</p>
      <Read of={settings}>
        {({ items }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
          <section class="in-force" aria-label={text.inForce} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.setting}</th>
                  <th scope="col">{text.value}</th>
                  <th scope="col">{text.source}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((setting) => (
                  <tr key={setting.name}>
                    <th scope="row">
                      <code>{setting.name}</code>
                    </th>
                    <td>{shown(setting)}</td>
                    <td>{setting.source !== 'default' || setting.value ? text.sources[setting.source] : ''}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Read>
    </ServerFrame>
  )
}

function shown({ value, secret, source }: Setting) {
  if (value !== undefined) return value
  return <span class="faint">{secret && source !== 'default' ? text.secret : text.unset}</span>
}
