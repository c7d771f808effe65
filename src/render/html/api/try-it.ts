// A form that sends requests to an operation. A script sends them, so without one there is no form.
import type { SecurityScheme, ShownContent, ShownOperation, ShownParameter } from '../../../computed/reference/index.ts'
import type { Context } from '../contract.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html } from '../template.ts'

/** More fields would be no form. */
const MAX_FIELDS = 60

export function drawTryIt(operation: ShownOperation, spec: string | undefined, context: Context): Html | undefined {
  const { tryIt: href, words } = context
  const { method, path, servers, sending } = operation
  if (href === undefined || spec === undefined || sending === 'off' || servers.length === 0) return undefined
  const name = `try-${method}-${path}`.replaceAll(/[^a-z0-9]+/gi, '-')
  const given = { spec, method, path, sending, servers: servers.map(({ url, variables }) => ({ url, variables })) }
  const { sending: busy, sentDirectly, sentThroughSite, notSent, noText, headers } = words.api
  const own = attributes({
    class: 'scripted',
    'data-operation': JSON.stringify(given),
    'data-words': JSON.stringify({ busy, sentDirectly, sentThroughSite, notSent, noText, headers }),
    'data-href': href,
  })
  const fields = [
    drawServers(operation, name, context),
    ...drawSecrets(operation, name, context),
    ...drawParameters(operation, name),
    drawBody(operation, name, context),
  ]
  return html`<lectern-try${own}><details class="try"><summary>${sign('play')}${words.api.tryIt}</summary><form>${fields.filter((each) => each !== undefined)}<div class="row"><button type="submit" class="btn main">${words.api.send}</button></div></form><div class="sent"><p class="told" role="status"></p></div></details></lectern-try>`
}

const line = (id: string, label: Html, control: Html): Html =>
  html`<div class="line"><label for="${id}">${label}</label>${control}</div>`

const optionsOf = (values: readonly string[], chosen?: string): Html[] =>
  values.map((value) => html`<option${attributes({ value, selected: value === chosen })}>${value}</option>`)

function drawServers({ servers }: ShownOperation, name: string, { words }: Context): Html {
  const id = `${name}-server`
  const chosen =
    servers.length > 1 &&
    line(
      id,
      html`${words.api.server}`,
      html`<select id="${id}" data-server>${servers.map(({ url }, at) => html`<option value="${at}">${url}</option>`)}</select>`,
    )
  const variables = servers.flatMap((server, at) =>
    server.variables
      .filter(({ isFree, values }) => isFree || values.length > 1)
      .map((variable) => {
        const own = { id: `${id}-${at}-${variable.name}`, 'data-variable': variable.name, 'data-of': at }
        const control =
          variable.values.length > 0
            ? html`<select${attributes(own)}>${optionsOf(variable.values, variable.default)}</select>`
            : html`<input${attributes({ ...own, placeholder: variable.default, autocomplete: 'off', spellcheck: 'false' })}>`
        return line(own.id, html`<code>${variable.name}</code>`, control)
      }),
  )
  return html`${chosen}${variables}`
}

/** The secrets of the first way in that has any. */
function drawSecrets({ security }: ShownOperation, name: string, context: Context): Html[] {
  const choice = security.find((each) => each.length > 0) ?? []
  return choice.filter(({ kind }) => kind !== 'other').map((scheme) => drawSecret(scheme, name, context))
}

function drawSecret(scheme: SecurityScheme, name: string, { words }: Context): Html {
  const { kind, in: place, field, prefix } = scheme
  const id = `${name}-secret-${scheme.name}`
  const own = {
    'data-secret': kind,
    'data-place': place,
    'data-field': field,
    'data-prefix': prefix,
    autocomplete: 'off',
  }
  const secret = (suffix: string, label: string, more: object) =>
    line(
      id + suffix,
      html`${label}`,
      html`<input${attributes({ id: id + suffix, type: 'password', ...own, ...more })}>`,
    )
  if (kind !== 'basic') return secret('', field ?? words.api.token, {})
  const user = attributes({ id: `${id}-user`, 'data-user': true, autocomplete: 'off', spellcheck: 'false' })
  return html`${line(`${id}-user`, html`${words.api.username}`, html`<input${user}>`)}${secret('', words.api.password, {})}`
}

function drawParameters({ parameters }: ShownOperation, name: string): Html[] {
  return parameters.slice(0, MAX_FIELDS).map((parameter, at) => {
    const id = `${name}-${at}`
    const must = parameter.isRequired && html`<span class="must">*</span>`
    return line(id, html`<code>${parameter.name}</code>${must}`, drawControl(parameter, id))
  })
}

function drawControl({ name, in: place, isRequired, schema, example, isExploded }: ShownParameter, id: string): Html {
  const own = {
    id,
    'data-parameter': name,
    'data-in': place,
    'data-list': schema.type.includes('[]') ? (isExploded ? 'exploded' : 'joined') : undefined,
    required: isRequired,
  }
  const values = schema.values?.map(({ value }) => value) ?? (schema.type === 'boolean' ? ['true', 'false'] : [])
  if (values.length > 0 && !schema.type.includes('[]')) {
    const empty = !isRequired && html`<option value=""></option>`
    return html`<select${attributes(own)}>${empty}${optionsOf(values, isRequired ? example : undefined)}</select>`
  }
  const text = {
    autocomplete: 'off',
    spellcheck: 'false',
    ...(isRequired ? { value: example } : { placeholder: example }),
  }
  return html`<input${attributes({ ...own, ...text })}>`
}

function drawBody({ body }: ShownOperation, name: string, { words }: Context): Html | undefined {
  if (!body || body.contents.length === 0) return undefined
  const id = `${name}-body`
  const types = body.contents.map(({ type }) => type)
  const [first] = body.contents
  const chosen =
    types.length > 1
      ? line(
          `${id}-type`,
          html`${words.api.mediaType}`,
          html`<select id="${id}-type" data-type>${optionsOf(types)}</select>`,
        )
      : html`<input type="hidden" data-type value="${types[0]}">`
  const editor = html`<textarea${attributes({ id, 'data-body': true, rows: 8, spellcheck: 'false', autocomplete: 'off' })}>${exampleOf(first!)}</textarea>`
  const others = body.contents
    .slice(1)
    .map((content) => html`<textarea hidden data-example="${content.type}">${exampleOf(content)}</textarea>`)
  return html`${chosen}<div class="line tall"><label for="${id}">${words.api.body}</label>${editor}</div>${others}`
}

const exampleOf = ({ examples }: ShownContent): string => examples[0]?.text ?? ''
