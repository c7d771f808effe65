// Publishes an integration, or its next version, from the files that its author has.
import { useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { integrationWords as text } from '../../words-integrations.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'
import { CallError, call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import { places } from '../places.ts'

type Publication = Input<'POST /integrations/:integrationName'>['body']

/** What a manifest says about the integration itself; its files are chosen. */
const FIELDS = [
  'runtime',
  'title',
  'description',
  'summary',
  'visibility',
  'target',
  'scopes',
  'categories',
  'blocks',
  'contentSources',
  'externalLinks',
  'configurations',
  'secrets',
  'contentSecurityPolicy',
] as const

const fault = (path: string, message: string) => new CallError(400, '', [{ path, message }])

const fileIn = (form: FormData, name: string): File | undefined => {
  const file = form.get(name)
  return file instanceof File && file.size > 0 ? file : undefined
}

async function readManifest(file: File): Promise<Record<string, unknown>> {
  const { parse } = await import('yaml')
  try {
    const manifest: unknown = parse(await file.text())
    if (typeof manifest === 'object' && manifest !== null) return manifest as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw fault('manifest', text.noManifest)
}

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

async function publicationIn(form: FormData, organization: string): Promise<{ name: string; body: Publication }> {
  const [manifestFile, script, icon] = ['manifest', 'script', 'icon'].map((name) => fileIn(form, name))
  if (!manifestFile) throw fault('manifest', text.needsFile)
  if (!script) throw fault('script', text.needsFile)
  const manifest = await readManifest(manifestFile)
  if (typeof manifest.name !== 'string' || manifest.name === '') throw fault('manifest', text.needsName)
  const said = Object.fromEntries(
    FIELDS.flatMap((name) => (manifest[name] === undefined ? [] : [[name, manifest[name]]])),
  )
  const files = { script: await script.text(), ...(icon && { icon: await base64Of(icon) }) }
  return { name: manifest.name, body: { ...said, ...files, organization } as Publication }
}

export function PublishDialog({ organization, close }: { organization: string; close(): void }) {
  const [faults, setFaults] = useState<Faults>({})
  const { route } = useLocation()
  const submitted = async (form: FormData) => {
    const found = await attemptForm(async () => {
      const { name, body } = await publicationIn(form, organization)
      const { title, version } = await call('POST /integrations/:integrationName', { integrationName: name, body })
      refresh('GET /orgs/:organizationId/integrations', 'GET /integrations/:integrationName')
      say(text.published(title, version))
      route(places.inOrganization(organization, `integrations/${name}`))
    })
    if (!found) return true
    const { manifest, script, icon, ...others } = found
    // What the API says about other fields is about the manifest.
    const [first] = Object.entries(others)
    setFaults({ script: script ?? '', icon: icon ?? '', manifest: manifest ?? (first ? first.join(' ') : '') })
    return false
  }
  return (
    <FormDialog
      heading={text.publishing}
      lead={text.publishingLead}
      button={text.publish}
      cancel={words.cancel}
      save={submitted}
      close={close}
    >
      <FileField name="manifest" label={text.manifest} accept=".yaml,.yml,.json" error={faults.manifest} />
      <FileField name="script" label={text.script} accept=".js,.mjs" error={faults.script} />
      <FileField name="icon" label={text.icon} accept="image/png,image/svg+xml" error={faults.icon} />
    </FormDialog>
  )
}

function FileField({
  name,
  label,
  accept,
  error,
}: {
  name: string
  label: string
  accept: string
  error?: string | undefined
}) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} type="file" accept={accept} aria-describedby={error && `${id}-error`} />
      {error && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
