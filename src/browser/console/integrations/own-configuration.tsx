// The configuration of an integration that draws it itself.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { InterfaceView } from '../../contentkit/view.ts'
import { words } from '../../words.ts'
import { createHost } from './host.ts'

export interface Configured {
  integration: string
  organization: string
  /** What is configured; the whole installation if it is absent. */
  content?: { kind: 'space' | 'site'; id: string }
  /** Where the integration answers for what is configured. */
  endpoint: string
  /** Reads the configuration again. */
  reread(): void
  done(): void
}

interface Props extends Configured {
  component: string
}

export function OwnConfiguration({ integration, organization, content, component, done }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(done)
  latest.current = done
  useLayoutEffect(() => {
    const host = createHost({
      name: integration,
      organization,
      isConfiguring: true,
      completed: () => latest.current(),
      context(theme) {
        if (content?.kind === 'space') return { type: 'configuration_space', theme, spaceId: content.id }
        if (content?.kind === 'site') return { type: 'configuration_site', theme, siteId: content.id }
        return { type: 'configuration_account', theme, organizationId: organization }
      },
    })
    const view = new InterfaceView(root.current!, host, { component, props: {} })
    void view.update()
    return () => view.stop()
  }, [])
  return (
    <div>
      <div class="ck" ref={root}>
        <p class="soft">{words.loading}</p>
      </div>
    </div>
  )
}
