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

const filesIn = (form: FormData, name: string): File[] =>
  form.getAll(name).flatMap((file) => (file instanceof File && file.size > 0 ? [file] : []))

const PICTURES = 'image/png,image/jpeg,image/gif,image/webp'
const MOST_PREVIEWS = 3

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

async function publicationIn(form: FormData, organization: string): Promise<{ name: string; body: Publication }> {
  const [manifestFile, script, icon] = ['manifest', 'script', 'icon'].map((name) => filesIn(form, name)[0])
  const previews = filesIn(form, 'previewImages')
  if (previews.length > MOST_PREVIEWS) throw fault('previewImages', text.tooManyPreviews(MOST_PREVIEWS))
  if (!manifestFile) throw fault('manifest', text.needsFile)
  if (!script) throw fault('script', text.needsFile)
  const manifest = await readManifest(manifestFile)
  if (typeof manifest.name !== 'string' || manifest.name === '') throw fault('manifest', text.needsName)
  const said = Object.fromEntries(
    FIELDS.flatMap((name) => (manifest[name] === undefined ? [] : [[name, manifest[name]]])),
  )
  const files = {
    script: await script.text(),
    ...(icon && { icon: await base64Of(icon) }),
    previewImages: await Promise.all(previews.map(base64Of)),
  }
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
    const { manifest, script, icon, previewImages, ...others } = found
    // What the API says about other fields is about the manifest.
    const [first] = Object.entries(others)
    setFaults({
      script: script ?? '',
      icon: icon ?? '',
      previewImages: previewImages ?? '',
      manifest: manifest ?? (first ? first.join(' ') : ''),
    })
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
      <FileField name="icon" label={text.icon} help={text.iconHelp} accept={PICTURES} error={faults.icon} />
      <FileField
        name="previewImages"
        label={text.previews}
        help={text.previewsHelp(MOST_PREVIEWS)}
        accept={PICTURES}
        isMany
        error={faults.previewImages}
      />
    </FormDialog>
  )
}

interface FileFieldProps {
  name: string
  label: string
  accept: string
  help?: string
  /** Whether several files can be chosen. */
  isMany?: boolean
  error?: string | undefined
}

function FileField({ name, label, accept, help, isMany = false, error }: FileFieldProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        multiple={isMany}
        aria-describedby={described || undefined}
      />
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
