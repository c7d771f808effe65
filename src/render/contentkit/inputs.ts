// What people press, fill in and choose. What an input holds is named by its `state`; the script keeps it.
import { isSet, textIn } from '../fields.ts'
import { type Attributes, attributes, type Html, html, join, NOTHING } from '../html/template.ts'
import { linkUrl } from '../html/url.ts'
import type { Element, Kit, Writer } from './contract.ts'
import { drawMark } from './icons.ts'
import { actionIn, bindingIn, jsonOf, oneIn, setIn, textOf, within } from './values.ts'

/** The address that a press opens, if that is all it does. */
export function openedBy(action: Element | undefined, element: Element): string | undefined {
  if (setIn(element, 'confirm') !== undefined || action?.action !== '@ui.url.open') return undefined
  return bindingIn(action.url) === undefined ? textIn(action, 'url') : undefined
}

/** What a press does. Where nothing can be done, only an address is left. */
export function pressIn(element: Element, { isStill }: Kit): Element | undefined {
  const action = actionIn(element, 'onPress')
  const address = isStill ? openedBy(action, element) : undefined
  return isStill && (address === undefined || !linkUrl(address)) ? undefined : action
}

/** An address opens without script, everything else needs it. */
export function pressOf(
  action: Element | undefined,
  element: Element,
  kit: Kit,
): { href?: ReturnType<typeof linkUrl>; own: Attributes } {
  const address = kit.isConfiguring ? undefined : openedBy(action, element)
  const href = address === undefined ? undefined : linkUrl(within(address, kit))
  if (href) return { href, own: attributes({ href, target: '_blank', rel: 'noopener' }) }
  const press = jsonOf(action, kit)
  return {
    own: attributes({
      type: 'button',
      'data-press': press,
      'data-confirm': jsonOf(setIn(element, 'confirm'), kit),
      disabled: element.disabled === true || press === undefined,
    }),
  }
}

export const button: Writer = (element, kit) => {
  const label = textOf(element, 'label', kit)
  const tooltip = textOf(element, 'tooltip', kit)
  const style = oneIn(element, 'style', ['primary', 'secondary', 'danger'])
  const name = label ? undefined : (tooltip ?? textIn(element, 'icon') ?? kit.context.words.kit.press)
  const action = pressIn(element, kit)
  if (kit.isStill && !action) return NOTHING
  const { href, own } = pressOf(action, element, kit)
  const more = attributes({
    class: [
      'btn',
      style === 'primary' && 'main',
      style === 'danger' && 'ck-danger',
      !label && 'icon',
      !href && 'scripted',
    ],
    title: tooltip,
    'aria-label': name,
  })
  const body = html`${drawMark(element.icon, kit)}${label}${drawMark(element.trailingIcon, kit)}`
  return href && element.disabled !== true
    ? html`<a${more}${own}>${body}</a>`
    : html`<button${more}${own}>${body}</button>`
}

/** Buttons in a corner. */
export function drawButtons(buttons: unknown, kit: Kit): Html {
  const body = kit.draw(buttons)
  return body.text === '' ? NOTHING : html`<div class="ck-buttons">${body}</div>`
}

export const inputAttributes = (element: Element, kit: Kit, more: Parameters<typeof attributes>[0]): Attributes =>
  attributes({
    id: kit.field,
    'data-state': within(textIn(element, 'state') ?? '', kit),
    disabled: element.disabled === true,
    'data-change': jsonOf(actionIn(element, 'onValueChange'), kit),
    'data-confirm': jsonOf(setIn(element, 'confirm'), kit),
    ...more,
  })

/** What an input holds, or else what it begins with. */
const heldIn = (element: Element, { state }: Kit): unknown => {
  const key = textIn(element, 'state') ?? ''
  return Object.hasOwn(state, key) ? state[key] : element.initialValue
}

const textinput: Writer = (element, kit) => {
  const held = textOf({ held: heldIn(element, kit) }, 'held', kit) ?? ''
  const placeholder = textOf(element, 'placeholder', kit)
  const common = { class: 'ck-input', placeholder, 'aria-label': kit.field === undefined ? placeholder : undefined }
  if (element.multiline === true)
    return html`<textarea${inputAttributes(element, kit, { ...common, rows: 4 })}>\n${held}</textarea>`
  const type = oneIn(element, 'inputType', ['password', 'email']) ?? 'text'
  return html`<input${inputAttributes(element, kit, { ...common, type, value: held, autocomplete: 'off' })}>`
}

const toggle: Writer = (element, kit) => {
  const own = inputAttributes(element, kit, {
    type: 'checkbox',
    role: 'switch',
    class: 'ck-switch',
    checked: heldIn(element, kit) === true,
  })
  return html`<input${own}>`
}

/** Boxes add their value to a list; of several radios one value is held. */
const choice =
  (type: 'checkbox' | 'radio'): Writer =>
  (element, kit) => {
    const { value } = element
    const held = heldIn(element, kit)
    const isOn =
      type === 'checkbox' ? Array.isArray(held) && held.includes(value) : held === value && value !== undefined
    const own = inputAttributes(element, kit, {
      type,
      name: type === 'radio' ? `${kit.prefix}-${textIn(element, 'state') ?? ''}` : undefined,
      value: textIn(element, 'value') ?? '',
      'data-number': typeof value === 'number',
      checked: isOn,
    })
    return html`<input${own}>`
  }

const MAX_OPTIONS = 2000

const select: Writer = (element, kit) => {
  const { options } = element
  const held = heldIn(element, kit)
  const chosen = new Set((Array.isArray(held) ? held : [held]).map(String))
  const listed = Array.isArray(options) ? options.filter(isSet).slice(0, MAX_OPTIONS) : []
  const placeholder = textOf(element, 'placeholder', kit)
  const multiple = element.multiple === true
  const source = isSet(options) && !Array.isArray(options) ? jsonOf(options, kit) : undefined
  // Until options come from elsewhere, what is chosen is one of them.
  const waiting =
    source === undefined ? [] : [...chosen].filter((id) => id !== '' && id !== 'undefined' && id !== 'null')
  const more = {
    class: 'ck-input',
    'data-options': source,
    'aria-label': kit.field === undefined ? placeholder : undefined,
  }
  if (element.acceptInput === true && !multiple) return drawOpen(element, kit, listed, held, { ...more, placeholder })
  const drawn = listed.map((option) => {
    const id = textOf(option, 'id', kit) ?? ''
    return html`<option${attributes({ value: id, selected: chosen.has(id) })}>${textOf(option, 'label', kit) ?? id}</option>`
  })
  const first = !multiple && html`<option value="">${placeholder ?? ''}</option>`
  const known = waiting.map((id) => html`<option value="${id}" selected>${within(id, kit)}</option>`)
  return html`<select${inputAttributes(element, kit, { ...more, multiple })}>${first}${known}${drawn}</select>`
}

/** Anything may be typed, and some values are offered. */
function drawOpen(
  element: Element,
  kit: Kit,
  listed: Element[],
  held: unknown,
  more: Parameters<typeof attributes>[0],
): Html {
  const list = `${kit.prefix}-list-${kit.left.ids++}`
  const own = inputAttributes(element, kit, {
    ...more,
    type: 'text',
    list,
    value: textOf({ held }, 'held', kit) ?? '',
    autocomplete: 'off',
  })
  const drawn = listed.map((option) => {
    const id = textOf(option, 'id', kit) ?? ''
    return html`<option value="${id}">${textOf(option, 'label', kit) ?? id}</option>`
  })
  return html`<input${own}><datalist id="${list}">${drawn}</datalist>`
}

const ASIDE = new Set(['switch', 'checkbox', 'radio'])

/** What a label can name; everything else, such as a button, has a name of its own. */
const LABELLED = new Set([...ASIDE, 'textinput', 'select', 'codeblock'])

const input: Writer = (element, kit) => {
  const inner = setIn(element, 'element') ?? {}
  const id = `${kit.prefix}-${kit.left.ids++}`
  const label = textOf(element, 'label', kit) ?? ''
  const hint = typeof element.hint === 'string' ? html`${textOf(element, 'hint', kit)}` : kit.draw(element.hint)
  const help = hint.text === '' ? NOTHING : html`<span class="ck-help">${hint}</span>`
  if (!LABELLED.has(String(inner.type)))
    return html`<div class="ck-field scripted" role="group" aria-labelledby="${id}"><span class="ck-label" id="${id}">${label}</span>${help}${kit.draw(inner)}</div>`
  const body = kit.draw(inner, { field: id })
  const said = html`<label for="${id}">${label}</label>`
  return ASIDE.has(String(inner.type))
    ? html`<div class="ck-field ck-aside scripted">${body}<div>${said}${help}</div></div>`
    : html`<div class="ck-field scripted">${said}${help}${body}</div>`
}

/** An input without a label needs script as well. */
const alone =
  (write: Writer): Writer =>
  (element, kit) =>
    kit.field === undefined ? html`<span class="ck-alone scripted">${write(element, kit)}</span>` : write(element, kit)

export const inputWriters: Record<string, Writer> = {
  button,
  input,
  textinput: alone(textinput),
  select: alone(select),
  switch: alone(toggle),
  checkbox: alone(choice('checkbox')),
  radio: alone(choice('radio')),
}

/** Actions beside a block, in the editor. */
export const drawControls = (controls: unknown, kit: Kit): Html =>
  join(
    (Array.isArray(controls) ? controls.flat() : []).filter(isSet).map((control) => {
      const { own } = pressOf(actionIn(control, 'onPress'), control, kit)
      const label = textOf(control, 'label', kit) ?? ''
      const more = attributes({ class: 'btn bare s scripted' })
      return own.text.startsWith(' href')
        ? html`<a${more}${own}>${drawMark(control.icon, kit)}${label}</a>`
        : html`<button${more}${own}>${drawMark(control.icon, kit)}${label}</button>`
    }),
  )
