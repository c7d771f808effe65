// The fonts of an organization: uploaded, shown as they look, and deleted. Sites choose them under Customization.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { FontDialog } from './font-dialog.tsx'
import { type FontJson, Specimen } from './specimen.tsx'

const text = organizationWords.fonts
const FONTS = 'GET /orgs/:organizationId/fonts'

type Asking = { about?: FontJson; removes: boolean }

export function Fonts({ organizationId }: { organizationId: string }) {
  const [asking, setAsking] = useState<Asking | undefined>(undefined)
  const at = { organizationId }
  const fonts = useReading(FONTS, { ...at, query: { limit: 1000 } }).value
  const close = () => setAsking(undefined)
  const remove = (font: FontJson) =>
    attempt(async () => {
      await call('DELETE /orgs/:organizationId/fonts/:fontId', { ...at, fontId: font.id })
      refresh(FONTS)
      say(text.removed(font.fontFamily))
    })
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="fonts"
      actions={({ permissions }) =>
        permissions.createContent && (
          <button type="button" class="btn main" onClick={() => setAsking({ removes: false })}>
            <Icon name="plus" />
            {text.add}
          </button>
        )
      }
    >
      {() => (
        <>
          <p class="soft">
            {text.lead}{' '}
            <a class="link" href={places.inOrganization(organizationId, 'sites')}>
              {text.toSites}
            </a>
          </p>
          <Read of={fonts}>
            {({ items }) => (
              <>
                {items.length === 0 && (
                  <Empty title={text.none}>
                    <p>{text.noneLead}</p>
                  </Empty>
                )}
                {items.map((font) => (
                  <section key={font.id} class="font" aria-label={font.fontFamily}>
                    <h2>
                      {font.fontFamily}
                      <span class="end" />
                      {font.permissions.edit && (
                        <>
                          <button
                            type="button"
                            class="btn s"
                            onClick={() => setAsking({ about: font, removes: false })}
                          >
                            {text.change}
                          </button>
                          <button type="button" class="btn s" onClick={() => setAsking({ about: font, removes: true })}>
                            {text.remove}
                          </button>
                        </>
                      )}
                    </h2>
                    <Specimen font={font} />
                  </section>
                ))}
              </>
            )}
          </Read>
          {asking && !asking.removes && (
            <FontDialog organization={organizationId} font={asking.about} saved={() => refresh(FONTS)} close={close} />
          )}
          {asking?.removes && asking.about && (
            <Confirm
              title={text.removeAsk(asking.about.fontFamily)}
              lead={text.removeLead}
              button={text.remove}
              cancel={words.cancel}
              run={() => remove(asking.about!)}
              close={close}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  )
}
